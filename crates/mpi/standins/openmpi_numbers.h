/* Fortran's numbers of Open MPI's predefined handles. A handle that a program makes has the number that it has in this
 * library; a predefined handle that Open MPI lacks has a number of its own, below those. */
#include "generated/openmpi_fortran.h"

#define UNNAMED PREDEFINED
#define TO_NUMBER(ours, number) [ours] = (number) + 1,
static const short numbers[PREDEFINED] = {
    NUMBERS_Comm(TO_NUMBER) NUMBERS_Datatype(TO_NUMBER) NUMBERS_Errhandler(TO_NUMBER) NUMBERS_File(TO_NUMBER)
    NUMBERS_Group(TO_NUMBER) NUMBERS_Info(TO_NUMBER) NUMBERS_Message(TO_NUMBER) NUMBERS_Op(TO_NUMBER)
    NUMBERS_Request(TO_NUMBER) NUMBERS_Session(TO_NUMBER) NUMBERS_Win(TO_NUMBER)
};
static inline int number_of(word handle)
{
    if (LIKELY(handle >= PREDEFINED))
        return (int)handle;
    return numbers[handle] ? numbers[handle] - 1 : (int)handle + UNNAMED;
}
#define OF_NUMBER(ours, number) case number: return ours;
#define NUMBERS_IN(kind) \
    static inline word kind##_by_number(int number) \
    { \
        if (LIKELY(number >= UNNAMED + PREDEFINED)) \
            return (unsigned)number; \
        switch (number) { NUMBERS_##kind(OF_NUMBER) } \
        return number >= UNNAMED ? (unsigned)number - UNNAMED : 0; \
    }
HANDLES(NUMBERS_IN)

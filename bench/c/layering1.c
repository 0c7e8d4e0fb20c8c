/* Fast Messages 1.x and message passing on it: see layering.h. */
#include "common.h"
#include <clump.h>
#include <fm1.h>
#include "mp_fm1.h"
#include "layering.h"

enum { OWN = 5 };

/* Fast Messages' own figures leave the data in its buffer. */
static void on_message(void *buffer, unsigned bytes) {
    if (checking) memcpy(place(), buffer, bytes);
    come++;
}
static void fm_send(unsigned dest, const void *bytes, size_t size) { need(FM_send(dest, OWN, bytes, size)); }
static void fm_extract(void) { need(FM_extract()); }

int main(int argc, char **argv) {
    begin(argc, argv, "4,64,1k,16k,64k,256k,1m", 2);
    need(FM_initialize());
    clump_errors_return(1);
    need(FM1_set_handler(OWN, on_message));
    layering("FM_1.x", "on_FM_1.x");
    FM_finalize();
    MPI_Finalize();
    return 0;
}

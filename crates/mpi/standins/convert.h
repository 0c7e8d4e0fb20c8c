/* Conversions of arguments that are alike in all ABIs. Before this file, an ABI's file defines its types F_..., the
 * conversions of handles (Comm_in, Comm_out, ...), of statuses (status_in, status_out), and the addresses with a
 * meaning. */

static inline const void *place_in(const void *buffer) { return buffer == THEIR_IN_PLACE ? IN_PLACE : buffer; }
#define buffer_in(buffer) ((__typeof(buffer))place_in(buffer))
static inline void *attached_in(void *buffer)
{
    return buffer == THEIR_AUTOMATIC ? (void *)OURS_BUFFER_AUTOMATIC : buffer;
}
/* Converts the address that a detached buffer had. */
static inline void attached_out(void *place)
{
    void **address = place;
    if (address && *address == (void *)OURS_BUFFER_AUTOMATIC)
        *address = (void *)THEIR_AUTOMATIC;
}
static inline const int *weighing_in(const int *weights)
{
    if (weights == THEIR_UNWEIGHTED)
        return (const int *)OURS_UNWEIGHTED;
    return weights == THEIR_WEIGHTS_EMPTY ? (const int *)OURS_WEIGHTS_EMPTY : weights;
}
#define weights_in(weights) ((__typeof(weights))weighing_in(weights))

/* Statuses. A call that sets no status, or no error field, leaves UNTOUCHED there, and the program's stay. */
#define STATUS(name) \
    struct status name##_ours; \
    int name##_given = (name) != THEIR_STATUS_IGNORE; \
    name##_ours.source = name##_ours.error = UNTOUCHED;
#define STATUS_CHANGED(name) STATUS_IN(name)
#define STATUS_IN(name) \
    struct status name##_ours; \
    int name##_given = (name) != THEIR_STATUS_IGNORE; \
    if (LIKELY(name##_given)) \
        status_in(name, &name##_ours);
#define STATUS_POINTER(name) (LIKELY(name##_given) ? &name##_ours : 0)
#define STATUS_BACK(name) \
    if (LIKELY(name##_given) && LIKELY(name##_ours.source != UNTOUCHED)) \
        status_out(&name##_ours, name);

/* Handles that a call returns: 0 is no handle in the standard ABI, so 0 means that the call returned none. */
#define OUT(kind, name) word name##_ours = 0;
#define OUT_BACK(kind, name) \
    if (LIKELY(name##_ours)) \
        *name = kind##_out(name##_ours);
/* Handles that a call reads and changes. */
#define CHANGED(kind, name) word name##_ours = (name) ? kind##_in(*(name)) : 0, name##_was = name##_ours;
#define CHANGED_BACK(kind, name) \
    if (name##_ours != name##_was) \
        *name = kind##_out(name##_ours);
/* Numbers that a call returns, and those that it reads and changes. */
#define NUMBER_OUT(kind, name) int name##_ours = UNTOUCHED, name##_was = UNTOUCHED;
#define NUMBER_CHANGED(kind, name) int name##_ours = (name) ? kind##_in(*(name)) : 0, name##_was = name##_ours;
#define NUMBER_BACK(kind, name) \
    if (name##_ours != name##_was) \
        *name = kind##_out(name##_ours);
/* The argument for each of these; the library refuses null pointers itself. */
#define POINTER(name) ((name) ? &name##_ours : 0)

/* Arrays. Short ones need no memory of their own. */
#define SHORT 32
static COLD void *memory(size_t bytes)
{
    void *new = malloc(bytes);
    if (!new)
        die("no memory for the arguments of a call");
    return new;
}
#define ARRAY(type, name, count) \
    int name##_count = (count) > 0 ? (int)(count) : 0; \
    type name##_short[SHORT], *name##_ours = name##_count <= SHORT ? name##_short : memory(name##_count * sizeof(type));
#define ARRAY_DONE(name) \
    if (name##_ours != name##_short) \
        free(name##_ours);

#define TYPES(name, count) \
    ARRAY(word, name##_all, (name) ? (count) : 0) \
    for (int i = 0; i < name##_all_count; i++) \
        name##_all_ours[i] = Datatype_in((name)[i]); \
    word *name##_ours = (name) ? name##_all_ours : 0;
#define TYPES_DONE(name) ARRAY_DONE(name##_all)

/* Returns the number of processes with which a collective call on a communicator exchanges data. */
static int members(F_Comm comm)
{
    int inter = 0, count = 0;
    TABLE.Comm_test_inter(Comm_in(comm), &inter);
    if (inter)
        TABLE.Comm_remote_size(Comm_in(comm), &count);
    else
        TABLE.Comm_size(Comm_in(comm), &count);
    return count;
}

/* Returns the number of neighbours to which (`out`) or from which a process of a topology sends. */
static int neighbours(F_Comm comm, int out)
{
    word of = Comm_in(comm);
    int kind = 0, count = 0, sources = 0, destinations = 0, weighted, rank = 0;
    if (TABLE.Topo_test(of, &kind))
        return 0;
    if (kind == OURS_CART) {
        TABLE.Cartdim_get(of, &count);
        return 2 * count;
    }
    if (kind == OURS_GRAPH) {
        TABLE.Comm_rank(of, &rank);
        TABLE.Graph_neighbors_count(of, rank, &count);
        return count;
    }
    if (kind == OURS_DIST_GRAPH)
        TABLE.Dist_graph_neighbors_count(of, &sources, &destinations, &weighted);
    return out ? destinations : sources;
}

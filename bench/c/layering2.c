/* Fast Messages 2.x and message passing on it: see layering.h. */
#include "common.h"
#include <clump.h>
#include <fm2.h>
#include "mp_fm2.h"
#include "layering.h"

enum { OWN = 5 };

static int on_message(FM_stream *stream, unsigned sender) {
    (void)sender;
    need(FM_receive(place(), stream, FM_size(stream)));
    come++;
    return FM_CONTINUE;
}
static void fm_send(unsigned dest, const void *bytes, size_t size) {
    FM_stream *stream = FM_begin_message(dest, size, OWN);
    need(FM_send_piece(stream, bytes, size));
    need(FM_end_message(stream));
}
static void fm_extract(void) { need(FM_extract(FM_EXTRACT_ALL)); }

int main(int argc, char **argv) {
    begin(argc, argv, "4,64,1k,16k,64k,256k,1m", 2);
    need(FM_initialize());
    clump_errors_return(1);
    need(FM_set_handler(OWN, on_message));
    layering("FM_2.x", "on_FM_2.x");
    FM_finalize();
    MPI_Finalize();
    return 0;
}

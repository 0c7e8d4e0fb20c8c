//! MPI_Win_free (MPI 5.0, 12.2.5).
use crate::abi;
use crate::attr;
use crate::coll;
use crate::error::{Call, On, Result, fail};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::objects::attr::Object;

/// MPI_Win_free. Returns once all processes have ended their epochs. If one of them is gone, the others free the window
/// without it, and the call fails.
pub fn free(call: Call, win: Out<abi::Win>) -> Result {
    let handle = win.get();
    let comm = {
        let s = gate::enter();
        let w = s.win(handle)?;
        w.may_begin()?;
        if w.epochs.exposure.is_some() {
            return fail(abi::MPI_ERR_RMA_SYNC, "the epoch that MPI_Win_post began is open; end it first");
        }
        w.comm
    };
    attr::delete_all(Object::Win, handle.0)?;
    let met = coll::barrier(coll::InnerForm(call), comm);
    let mut s = gate::enter();
    if let Some(w) = s.wins.remove(handle.0) {
        if w.window.is_offered() {
            w.window.withdraw(s.endpoint());
            s.hold_help(false);
        }
        if !matches!(w.facts.flavor, abi::MPI_WIN_FLAVOR_ALLOCATE | abi::MPI_WIN_FLAVOR_SHARED) {
            s.endpoint().hold_still(false);
        }
        s.drop_comm(comm);
        win.set(abi::MPI_WIN_NULL);
        return match met {
            Ok(()) => {
                s.handlers.let_go(w.errhandler);
                Ok(())
            }
            // The window is gone, but its handler gets the error, and so must stay.
            Err(mut e) => {
                e.on = Some(On::New(w.errhandler));
                Err(e)
            }
        };
    }
    met
}

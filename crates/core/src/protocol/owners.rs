//! All owners of messages of one rank.
use super::groups::BroadcastGroups;
use super::handlers::Handlers;
use super::owner::{FrameOwner, MessageOwner};
use super::sink::Sink;
use super::tags::Tags;
use super::transfer::{CLASSES, Class, CreditClass, Transfers};
use super::windows::Windows;
use crate::ids::{Rank, SendId};
use crate::limits::Limits;

/// Declares [`Owners`], with a field for each owner. Each method calls the method of that name of every owner, in the
/// order of the fields.
macro_rules! owners {
    ($($field:ident: $owner:ty,)*) => {
        /// The owners of messages, each with its own state.
        #[derive(Debug)]
        pub struct Owners {
            $(pub $field: $owner,)*
        }

        impl Owners {
            /// The classes of credit of all owners, by number.
            pub const CLASSES: [CreditClass; CLASSES] = CreditClass::by_number(&[$(<$owner>::CLASSES),*]);

            pub fn new(limits: &Limits) -> Owners {
                Owners { $($field: <$owner>::new(limits),)* }
            }

            pub fn before_send(&mut self, t: &mut Transfers, p: usize, id: SendId) {
                $(self.$field.before_send(t, p, id);)*
            }

            pub fn on_send<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
                $(self.$field.on_send(t, sink, p);)*
            }

            /// Tells the owner of the class that peer `p` has returned credit.
            pub fn on_credit<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize, class: Class, all: bool) {
                $(if <$owner>::CLASSES.iter().any(|c| c.class == class) {
                    self.$field.on_credit(t, sink, p, class, all);
                })*
            }

            pub fn flush<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) -> bool {
                let mut moved = false;
                $(moved |= self.$field.flush(t, sink, p);)*
                moved
            }

            #[inline(always)]
            pub fn is_blocked(&self) -> bool {
                $(self.$field.is_blocked())||*
            }

            pub fn flush_blocked<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S) -> bool {
                let mut moved = false;
                $(moved |= self.$field.flush_blocked(t, sink);)*
                moved
            }

            pub fn leave<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S) {
                $(self.$field.leave(t, sink);)*
            }

            pub fn lose<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, rank: Rank) {
                $(self.$field.lose(t, sink, rank);)*
            }

            /// Returns true if no owner has anything under way with peer `p`.
            pub fn is_idle_with(&self, t: &Transfers, p: usize) -> bool {
                $(self.$field.is_idle_with(t, p))&&*
            }

            pub fn forget(&mut self, p: usize) {
                $(self.$field.forget(p);)*
            }

            pub fn unsent(&self, t: &Transfers, mut left: impl FnMut(Rank) -> bool) -> usize {
                let mut unsent = 0;
                $(unsent += self.$field.unsent(t, &mut left);)*
                unsent
            }
        }

        /// Writes off the credit that all messages hold, because the rank's state may end before its program has
        /// received them. In debug builds a token of credit panics if it is dropped unpaid.
        #[cfg(debug_assertions)]
        impl Drop for Owners {
            fn drop(&mut self) {
                $(self.$field.write_off();)*
            }
        }
    };
}

owners! {
    tags: Tags,
    handlers: Handlers,
    windows: Windows,
    groups: BroadcastGroups,
}

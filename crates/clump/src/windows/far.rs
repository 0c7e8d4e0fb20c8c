//! Parts on other machines, and parts that nobody can map or copy from here.
use super::{Combine, WindowError, WindowId};
use crate::endpoint::Local;
use crate::{Endpoint, Rank, Region};

/// Whose part, in which window.
#[derive(Clone, Copy)]
pub(super) struct FarPart {
    pub to: Rank,
    pub id: WindowId,
}

impl FarPart {
    pub fn put<F: Local>(self, _: &mut Endpoint<F>, _: u64, _: Region) -> Result<(), WindowError> {
        Err(WindowError::Apart(self.to))
    }

    pub fn get<F: Local>(self, _: &mut Endpoint<F>, _: u64, _: Region) -> Result<(), WindowError> {
        Err(WindowError::Apart(self.to))
    }

    pub fn combine<F: Local>(
        self,
        _: &mut Endpoint<F>,
        _: u64,
        _: Combine,
        _: Region,
        _: Option<Region>,
    ) -> Result<(), WindowError> {
        Err(WindowError::Apart(self.to))
    }

    pub fn compare_and_swap<F: Local>(
        self,
        _: &mut Endpoint<F>,
        _: u64,
        _: u16,
        _: [Region; 3],
    ) -> Result<(), WindowError> {
        Err(WindowError::Apart(self.to))
    }

    /// True while operations have not been applied there.
    pub fn is_pending<F: Local>(self, _: &mut Endpoint<F>) -> bool {
        false
    }
}

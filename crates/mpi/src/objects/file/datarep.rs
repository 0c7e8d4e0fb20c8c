//! Data representations (MPI 5.0, 14.5): how numbers lie in a file.
use crate::abi;
use crate::error::{Result, error, fail, from_callback};
use crate::ffi::callback::Callback;
use crate::objects::datatype::{Type, external_size};
use std::sync::Arc;

/// The representation of a view's data.
#[derive(Clone, Debug)]
pub enum Representation {
    /// As in memory.
    Native,
    /// As in memory; every process of Clump can read it.
    Internal,
    External32,
    User(Arc<UserRepresentation>),
}

/// A representation that the program has registered.
#[derive(Debug)]
pub struct UserRepresentation {
    pub name: Vec<u8>,
    /// The conversion functions; `None`: no conversion.
    pub read: Option<Conversion>,
    pub write: Option<Conversion>,
    pub extent: Callback,
    pub extra: usize,
}

/// A conversion function of the program.
#[derive(Clone, Copy, Debug)]
pub struct Conversion {
    pub function: Callback,
    /// True if the function takes its count as MPI_Count.
    pub large: bool,
}

impl Representation {
    pub fn name(&self) -> &[u8] {
        match self {
            Representation::Native => b"native",
            Representation::Internal => b"internal",
            Representation::External32 => b"external32",
            Representation::User(user) => &user.name,
        }
    }

    /// Returns the number of bytes that one item of a datatype takes in the file. Calls a function of the program if it
    /// registered the representation, so the caller must not hold a guard.
    pub fn size(&self, ty: &Type, datatype: abi::Datatype) -> Result<u64> {
        match self {
            Representation::Native | Representation::Internal => Ok(ty.layout.size),
            Representation::External32 => Ok(external_size(ty)),
            Representation::User(user) => Ok(user.file_extent(datatype)? as u64),
        }
    }

    /// Returns the distance in the file from one item of a datatype to the next. The caller must not hold a guard.
    pub fn extent(&self, ty: &Type, datatype: abi::Datatype) -> Result<i64> {
        match self {
            Representation::Native | Representation::Internal => Ok(ty.layout.extent),
            Representation::External32 => {
                let layout = ty.layout.scaled((external_size(ty), ty.layout.size.max(1)));
                layout.map(|l| l.extent).ok_or_else(|| unequal("its extent"))
            }
            Representation::User(user) => user.file_extent(datatype),
        }
    }
}

/// Returns the error for a datatype whose elements would have to be spread over the file unevenly.
pub fn unequal(what: &str) -> Box<crate::error::Error> {
    error(
        abi::MPI_ERR_UNSUPPORTED_DATAREP,
        format!(
            "{what} cannot be converted: the datatype has gaps, and elements whose sizes in the file and in memory \
             differ unevenly"
        ),
    )
}

impl UserRepresentation {
    fn file_extent(&self, datatype: abi::Datatype) -> Result<i64> {
        let (code, extent) = self.extent.file_extent(datatype, self.extra);
        from_callback(code, "the data representation's extent function")?;
        match extent {
            1.. => Ok(extent),
            _ => fail(abi::MPI_ERR_CONVERSION, format!("the data representation's extent function returned {extent}")),
        }
    }
}

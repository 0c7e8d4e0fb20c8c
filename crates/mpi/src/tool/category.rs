//! Categories (MPI 5.0, 15.3.9).
use super::{at, enter, find, give, must_give, refuse, text};
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::{Out, Text, TextOut};
use crate::objects::tool::settings::SETTINGS;
use crate::objects::tool::table::CATEGORIES;

/// MPI_T_category_get_num
pub fn category_get_num(_: Call, num: Out<i32>) -> Result {
    let _s = enter()?;
    must_give(num, CATEGORIES.len() as i32)
}

/// MPI_T_category_get_index
pub fn category_get_index(_: Call, name: Text, index: Out<i32>) -> Result {
    let _s = enter()?;
    find(name, index, CATEGORIES.iter().map(|c| Some(c.name)))
}

/// The indices of the control variables of a category.
fn cvars(all: bool) -> Vec<i32> {
    if all { (0..SETTINGS.len() as i32).collect() } else { Vec::new() }
}

/// MPI_T_category_get_info
#[allow(clippy::too_many_arguments)]
pub fn category_get_info(
    _: Call,
    index: i32,
    name: TextOut,
    name_len: Out<i32>,
    desc: TextOut,
    desc_len: Out<i32>,
    num_cvars: Out<i32>,
    num_pvars: Out<i32>,
    num_categories: Out<i32>,
) -> Result {
    let _s = enter()?;
    let c = at(CATEGORIES, index)?;
    text(name, name_len, c.name);
    text(desc, desc_len, c.what);
    give(num_cvars, cvars(c.cvars).len() as i32);
    give(num_pvars, c.pvars.len() as i32);
    give(num_categories, c.categories.len() as i32);
    Ok(())
}

/// MPI_T_category_get_num_events
pub fn category_get_num_events(_: Call, index: i32, num: Out<i32>) -> Result {
    let _s = enter()?;
    must_give(num, at(CATEGORIES, index)?.events.len() as i32)
}

/// Returns the first `len` indices.
fn list(len: i32, out: Out<i32>, indices: &[i32]) -> Result {
    let Ok(len) = usize::try_from(len) else { return refuse(abi::MPI_T_ERR_INVALID) };
    let indices = &indices[..len.min(indices.len())];
    if out.is_null() && !indices.is_empty() {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    indices.iter().enumerate().for_each(|(i, &index)| out.set_at(i, index));
    Ok(())
}

/// MPI_T_category_get_cvars
pub fn category_get_cvars(_: Call, index: i32, len: i32, out: Out<i32>) -> Result {
    let _s = enter()?;
    list(len, out, &cvars(at(CATEGORIES, index)?.cvars))
}

/// MPI_T_category_get_pvars
pub fn category_get_pvars(_: Call, index: i32, len: i32, out: Out<i32>) -> Result {
    let _s = enter()?;
    let indices: Vec<_> = at(CATEGORIES, index)?.pvars.iter().map(|&pvar| pvar as i32).collect();
    list(len, out, &indices)
}

/// MPI_T_category_get_events
pub fn category_get_events(_: Call, index: i32, len: i32, out: Out<i32>) -> Result {
    let _s = enter()?;
    let indices: Vec<_> = at(CATEGORIES, index)?.events.iter().map(|&event| event as i32).collect();
    list(len, out, &indices)
}

/// MPI_T_category_get_categories
pub fn category_get_categories(_: Call, index: i32, len: i32, out: Out<i32>) -> Result {
    let _s = enter()?;
    list(len, out, at(CATEGORIES, index)?.categories)
}

/// MPI_T_category_changed. Categories never change.
pub fn category_changed(_: Call, update_number: Out<i32>) -> Result {
    let _s = enter()?;
    must_give(update_number, 0)
}

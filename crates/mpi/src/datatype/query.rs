//! The MPI functions that query datatypes.
use crate::abi;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{IntOut, Out, Text, TextOut};
use crate::ffi::gate;
use crate::objects::datatype::{TypeLayout, predefined};

/// MPI_Type_size, MPI_Type_size_c, MPI_Type_size_x: set MPI_UNDEFINED for a missing optional type.
pub fn size(_: Call, datatype: abi::Datatype, size: IntOut) -> Result {
    size.set(match predefined::facts(datatype) {
        Some(facts) => facts.size as i64,
        None if predefined::missing(datatype) => i64::from(abi::MPI_UNDEFINED),
        None => gate::enter().types.find(datatype)?.layout.size as i64,
    });
    Ok(())
}

/// MPI_Type_get_extent
pub fn get_extent(_: Call, datatype: abi::Datatype, lb: Out<i64>, extent: Out<i64>) -> Result {
    let (l, e) = match predefined::facts(datatype) {
        Some(facts) => (0, facts.extent),
        None => bounds(datatype, |layout| (layout.lb, layout.extent))?,
    };
    both(lb, extent, l, e)
}

/// MPI_Type_get_true_extent
pub fn get_true_extent(_: Call, datatype: abi::Datatype, lb: Out<i64>, extent: Out<i64>) -> Result {
    let (l, e) = match predefined::facts(datatype) {
        Some(facts) => (facts.true_lb, facts.true_extent),
        None => bounds(datatype, |layout| (layout.true_lb, layout.true_extent))?,
    };
    both(lb, extent, l, e)
}

/// Returns the bounds of a type that `of` selects, or MPI_UNDEFINED for a missing optional type.
fn bounds(datatype: abi::Datatype, of: fn(&TypeLayout) -> (i64, i64)) -> Result<(i64, i64)> {
    if predefined::missing(datatype) {
        return Ok((i64::from(abi::MPI_UNDEFINED), i64::from(abi::MPI_UNDEFINED)));
    }
    Ok(of(&gate::enter().types.find(datatype)?.layout))
}

fn both(lb: Out<i64>, extent: Out<i64>, l: i64, e: i64) -> Result {
    lb.set(l);
    extent.set(e);
    Ok(())
}

/// MPI_Type_get_name
pub fn get_name(_: Call, datatype: abi::Datatype, name: TextOut, len: Out<i32>) -> Result {
    let s = gate::enter();
    let given = s.types.names.iter().find(|(h, _)| *h == datatype).map(|(_, n)| n.as_slice());
    let text = match given.or(predefined::name(datatype).map(str::as_bytes)) {
        Some(text) => text,
        None => match s.types.table.get(datatype.0) {
            Some(object) => &object.name,
            None => return s.types.find(datatype).map(drop),
        },
    };
    len.set(name.set(text, abi::MPI_MAX_OBJECT_NAME as usize) as i32);
    Ok(())
}

/// MPI_Type_set_name
pub fn set_name(_: Call, datatype: abi::Datatype, name: Text) -> Result {
    let mut s = gate::enter();
    let mut text = name.get().ok_or_else(|| error(abi::MPI_ERR_ARG, "the name is a null pointer"))?;
    crate::comm::cut(&mut text);
    if let Some(object) = s.types.table.get_mut(datatype.0) {
        object.name = text;
        return Ok(());
    }
    s.types.find(datatype)?;
    s.types.names.retain(|(h, _)| *h != datatype);
    s.types.names.push((datatype, text));
    Ok(())
}

/// MPI_Type_get_value_index: sets `pair` to the predefined type for MPI_MINLOC and MPI_MAXLOC, or to MPI_DATATYPE_NULL
/// if there is no such type.
pub fn get_value_index(_: Call, value: abi::Datatype, index: abi::Datatype, pair: Out<abi::Datatype>) -> Result {
    use abi::*;
    let s = gate::enter();
    s.types.find(value)?;
    s.types.find(index)?;
    pair.set(match (value, index) {
        (MPI_FLOAT, MPI_INT) => MPI_FLOAT_INT,
        (MPI_DOUBLE, MPI_INT) => MPI_DOUBLE_INT,
        (MPI_LONG, MPI_INT) => MPI_LONG_INT,
        (MPI_INT, MPI_INT) => MPI_2INT,
        (MPI_SHORT, MPI_INT) => MPI_SHORT_INT,
        (MPI_LONG_DOUBLE, MPI_INT) => MPI_LONG_DOUBLE_INT,
        (MPI_REAL, MPI_REAL) => MPI_2REAL,
        (MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION) => MPI_2DOUBLE_PRECISION,
        (MPI_INTEGER, MPI_INTEGER) => MPI_2INTEGER,
        _ => MPI_DATATYPE_NULL,
    });
    Ok(())
}

/// MPI_Type_get_envelope
pub fn get_envelope(
    _: Call,
    datatype: abi::Datatype,
    integers: Out<i32>,
    addresses: Out<i32>,
    types: Out<i32>,
    combiner: Out<i32>,
) -> Result {
    let made = gate::enter().datatype_or_missing(datatype)?;
    if made.as_ref().is_some_and(|m| !m.large.is_empty()) {
        return fail(abi::MPI_ERR_TYPE, "the type was made with large counts; call MPI_Type_get_envelope_c");
    }
    integers.set(made.as_ref().map_or(0, |m| m.integers.len() as i32));
    addresses.set(made.as_ref().map_or(0, |m| m.addresses.len() as i32));
    types.set(made.as_ref().map_or(0, |m| m.types.len() as i32));
    combiner.set(made.map_or(abi::MPI_COMBINER_NAMED, |m| m.combiner));
    Ok(())
}

/// MPI_Type_get_envelope_c
pub fn get_envelope_c(
    _: Call,
    datatype: abi::Datatype,
    integers: Out<i64>,
    addresses: Out<i64>,
    large: Out<i64>,
    types: Out<i64>,
    combiner: Out<i32>,
) -> Result {
    let made = gate::enter().datatype_or_missing(datatype)?;
    integers.set(made.as_ref().map_or(0, |m| m.integers.len() as i64));
    addresses.set(made.as_ref().map_or(0, |m| m.addresses.len() as i64));
    large.set(made.as_ref().map_or(0, |m| m.large.len() as i64));
    types.set(made.as_ref().map_or(0, |m| m.types.len() as i64));
    combiner.set(made.map_or(abi::MPI_COMBINER_NAMED, |m| m.combiner));
    Ok(())
}

impl crate::state::State {
    fn datatype_or_missing(&self, handle: abi::Datatype) -> Result<Option<crate::objects::datatype::Made>> {
        if predefined::missing(handle) { Ok(None) } else { Ok(self.types.find(handle)?.made.clone()) }
    }

    /// Returns the contents of a derived type.
    fn contents(&self, handle: abi::Datatype) -> Result<crate::objects::datatype::Made> {
        let made = self.datatype_or_missing(handle)?;
        made.ok_or_else(|| error(abi::MPI_ERR_TYPE, "the datatype is predefined, so it has no contents"))
    }

    /// Sets the types in a datatype's contents. Adds a reference to each of them, which the program must free.
    fn hand_out(&mut self, list: &[abi::Datatype], most: i64, out: Out<abi::Datatype>) -> Result {
        fill(list, most, out, "datatypes")?;
        list.iter().for_each(|&part| self.types.keep(part));
        Ok(())
    }
}

fn fill<T: Copy>(list: &[T], most: i64, out: Out<T>, what: &str) -> Result {
    if most < list.len() as i64 {
        return fail(abi::MPI_ERR_ARG, format!("there are {} {what}, but room for {most}", list.len()));
    }
    list.iter().enumerate().for_each(|(i, &v)| out.set_at(i, v));
    Ok(())
}

/// MPI_Type_get_contents
#[allow(clippy::too_many_arguments)]
pub fn get_contents(
    _: Call,
    datatype: abi::Datatype,
    max_integers: i32,
    max_addresses: i32,
    max_types: i32,
    integers: Out<i32>,
    addresses: Out<i64>,
    types: Out<abi::Datatype>,
) -> Result {
    let mut s = gate::enter();
    let made = s.contents(datatype)?;
    if !made.large.is_empty() {
        return fail(abi::MPI_ERR_TYPE, "the type was made with large counts; call MPI_Type_get_contents_c");
    }
    fill(&made.integers, max_integers.into(), integers, "integers")?;
    fill(&made.addresses, max_addresses.into(), addresses, "addresses")?;
    s.hand_out(&made.types, max_types.into(), types)
}

/// MPI_Type_get_contents_c
#[allow(clippy::too_many_arguments)]
pub fn get_contents_c(
    _: Call,
    datatype: abi::Datatype,
    max_integers: i64,
    max_addresses: i64,
    max_large: i64,
    max_types: i64,
    integers: Out<i32>,
    addresses: Out<i64>,
    large: Out<i64>,
    types: Out<abi::Datatype>,
) -> Result {
    let mut s = gate::enter();
    let made = s.contents(datatype)?;
    fill(&made.integers, max_integers, integers, "integers")?;
    fill(&made.addresses, max_addresses, addresses, "addresses")?;
    fill(&made.large, max_large, large, "large counts")?;
    s.hand_out(&made.types, max_types, types)
}

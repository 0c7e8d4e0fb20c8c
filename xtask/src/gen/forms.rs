//! The forms of a collective: blocking, non-blocking and persistent, each also with large counts. A row of
//! `tables/collectives.csv` names a collective and the Rust body that all its forms share.
use super::tables::{Function, Param};

/// A form of a collective. A form may have more parameters than the blocking form. The body gets these further
/// parameters as one value, its first argument (`crates/mpi/src/coll/calls/execute.rs`).
#[derive(Clone, Copy, PartialEq)]
pub enum Form {
    Blocking,
    Nonblocking,
    Persistent,
}

impl Form {
    pub const ALL: [Form; 3] = [Form::Blocking, Form::Nonblocking, Form::Persistent];

    /// Returns the MPI function's name without the suffix of large counts. `collective` begins with a capital letter.
    pub fn function(self, collective: &str) -> String {
        match self {
            Form::Blocking => format!("MPI_{collective}"),
            Form::Nonblocking => format!("MPI_I{}", collective[..1].to_lowercase() + &collective[1..]),
            Form::Persistent => format!("MPI_{collective}_init"),
        }
    }

    /// Returns the types and names of the parameters after those of the blocking form.
    fn further(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Form::Blocking => &[],
            Form::Nonblocking => &[("MPI_Request *", "request")],
            Form::Persistent => &[("MPI_Info", "info"), ("MPI_Request *", "request")],
        }
    }

    /// Returns the expression for the body's first argument in call `number`.
    pub fn argument(self, number: usize) -> String {
        match self {
            Form::Blocking => format!("BlockingForm(Call({number}))"),
            Form::Nonblocking => format!("NonblockingForm(Call({number}), Out::new(request))"),
            Form::Persistent => format!("PersistentForm(Call({number}), info, Out::new(request))"),
        }
    }

    /// Returns the parameters that all forms share, which the body gets one by one.
    pub fn shared<'p>(self, params: &'p [&'p Param]) -> &'p [&'p Param] {
        &params[..params.len() - self.further().len()]
    }

    /// Returns an error unless `f` has the parameters of `blocking`, the blocking form, and then this form's own.
    pub fn check(self, f: &Function, blocking: &Function) -> Result<(), String> {
        let own = self.further().iter().map(|&(ctype, name)| Param { ctype: ctype.into(), name: name.into() });
        let expected: Vec<Param> = blocking.params.iter().cloned().chain(own).collect();
        match f.params == expected {
            true => Ok(()),
            false => {
                Err(format!("collectives.csv: the parameters of {} do not begin with its blocking form's", f.name))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_has_its_name_and_its_parameters() {
        let names = Form::ALL.map(|form| form.function("Neighbor_alltoallw"));
        assert_eq!(names, ["MPI_Neighbor_alltoallw", "MPI_Ineighbor_alltoallw", "MPI_Neighbor_alltoallw_init"]);
        let function = |params: &[(&str, &str)]| Function {
            name: "MPI_Barrier_init".into(),
            category: String::new(),
            chapter: String::new(),
            deprecated: String::new(),
            returns: "int".into(),
            signature: String::new(),
            params: params.iter().map(|&(t, n)| Param { ctype: t.into(), name: n.into() }).collect(),
        };
        let blocking = function(&[("MPI_Comm", "comm")]);
        let init = function(&[("MPI_Comm", "comm"), ("MPI_Info", "info"), ("MPI_Request *", "request")]);
        assert!(Form::Persistent.check(&init, &blocking).is_ok());
        assert!(Form::Nonblocking.check(&init, &blocking).is_err());
        assert!(Form::Blocking.check(&init, &init).is_ok());
    }
}

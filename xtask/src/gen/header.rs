//! Generates `mpi.h`, the C header of the MPI 5.0 standard ABI.
use super::tables::{Constant, Tables};
use std::fmt::Write;

/// The text before the declarations. Its first line is empty, and left out.
const HEAD: &str = r#"
/* mpi.h: the MPI 5.0 standard ABI (MPI 5.0, chapter 20). Written by `cargo xtask gen`; do not edit. */
#ifndef MPI_H_ABI
#define MPI_H_ABI

#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

"#;

const TYPES: &str = r#"/* Integers */
typedef intptr_t MPI_Aint;
typedef int64_t MPI_Offset;
typedef int64_t MPI_Count;
/* Fortran's default INTEGER; not of the ABI, which has plain int instead */
typedef int MPI_Fint;

/* Status: the reserved part is the library's own */
typedef struct MPI_Status {
    int MPI_SOURCE;
    int MPI_TAG;
    int MPI_ERROR;
    int MPI_internal[5];
} MPI_Status;

/* The same in Fortran: TYPE(MPI_Status), and as an array of MPI_F_STATUS_SIZE integers. Not of the ABI. */
typedef struct MPI_F08_status {
    MPI_Fint MPI_SOURCE;
    MPI_Fint MPI_TAG;
    MPI_Fint MPI_ERROR;
    MPI_Fint MPI_internal[5];
} MPI_F08_status;
#define MPI_F_STATUS_IGNORE ((MPI_Fint *) 0)
#define MPI_F_STATUSES_IGNORE ((MPI_Fint *) 0)
#define MPI_F08_STATUS_IGNORE ((MPI_F08_status *) 0)
#define MPI_F08_STATUSES_IGNORE ((MPI_F08_status *) 0)

"#;

/// The comment before the macros that replace converters of handles by the ABI's functions. The standard allows such
/// converters to be macros (MPI 5.0, 2.6.4).
const TWINS: &str = r#"
/* The ABI has its own names for what converts handles: programs compiled with this header use those, and so run with
   every library of the ABI. The names that are replaced here exist in this library, too. */
"#;

const TAIL: &str = r#"
/* As in MPICH and Open MPI: 1 if the library accesses memory of GPUs. This library does not, and returns 0. */
int MPIX_Query_cuda_support(void);
int MPIX_Query_rocm_support(void);
int MPIX_Query_hip_support(void);
int MPIX_Query_ze_support(void);

/* Beyond the standard, and only in this library.
   bfloat16. As for MPI_REAL2, which is IEEE half precision, sums are computed in float, and each rank that adds several
   ranks' numbers rounds once. */
MPI_Datatype MPIX_Bfloat16(void);
#define MPIX_BFLOAT16 MPIX_Bfloat16()

/* MPI_Wait, but for no longer than this time: `flag` becomes 1 if the request is complete, else 0. */
int MPIX_Wait_for(MPI_Request *request, double seconds, int *flag, MPI_Status *status);

/* Fault tolerance, under the names that MPICH and Open MPI have given it. */
#define MPIX_ERR_PROC_FAILED MPI_ERR_PROC_FAILED
#define MPIX_ERR_PROC_FAILED_PENDING MPI_ERR_PROC_FAILED_PENDING
#define MPIX_ERR_REVOKED MPI_ERR_REVOKED
int MPIX_Comm_revoke(MPI_Comm comm);
int MPIX_Comm_is_revoked(MPI_Comm comm, int *flag);
int MPIX_Comm_get_failed(MPI_Comm comm, MPI_Group *failedgroup);
int MPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int *num_acked);
int MPIX_Comm_failure_ack(MPI_Comm comm);
int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group *failedgroup);
int MPIX_Comm_agree(MPI_Comm comm, int *flag);
int MPIX_Comm_iagree(MPI_Comm comm, int *flag, MPI_Request *request);
int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm *newcomm);
int MPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);

#if defined(__cplusplus)
}
#endif

#endif /* MPI_H_ABI */
"#;

/// The handle types of the main interface.
const HANDLES: [&str; 11] =
    ["Op", "Comm", "Group", "Win", "File", "Session", "Message", "Info", "Errhandler", "Request", "Datatype"];
/// The handle types of the tool interface.
const TOOL_HANDLES: [&str; 6] =
    ["enum", "cvar_handle", "pvar_handle", "pvar_session", "event_registration", "event_instance"];

pub fn header(tables: &Tables) -> Result<String, String> {
    let mut out = String::from(HEAD.trim_start());
    let by = |f: &dyn Fn(&Constant) -> bool| tables.constants.iter().filter(|c| f(c)).collect::<Vec<_>>();

    out.push_str("/* Versions */\n");
    for c in by(&|c| c.category == "version") {
        define(&mut out, c, "");
    }
    out.push('\n');
    out.push_str(TYPES);

    out.push_str("/* Handles: pointers to incomplete types */\n");
    for h in HANDLES {
        writeln!(out, "typedef struct MPI_ABI_{h} *MPI_{h};").map_err(|e| e.to_string())?;
    }
    for h in TOOL_HANDLES {
        writeln!(out, "typedef struct MPI_ABI_T_{h} *MPI_T_{h};").map_err(|e| e.to_string())?;
    }
    for name in ["cb_safety", "source_order"] {
        let list = by(&|c| c.category == format!("mpi_t:{name}"));
        out.push_str(&enumeration(&format!("typedef enum MPI_T_{name}"), &list, &format!(" MPI_T_{name}")));
    }

    out.push_str("\n/* Callbacks */\n");
    for c in &tables.callbacks {
        writeln!(out, "typedef {} ({})({});", c.returns, c.name, c.args).map_err(|e| e.to_string())?;
    }
    // MPI 2.2 deprecated these names and MPI 5.0 removed them, but configure scripts and programs still use them.
    for object in ["Comm", "File", "Win", "Session"] {
        let name = format!("MPI_{object}_errhandler");
        writeln!(out, "typedef {name}_function {name}_fn;").map_err(|e| e.to_string())?;
    }

    out.push_str("\n/* Predefined handles and sentinels */\n");
    for c in &tables.constants {
        let (kind, of) = c.category.split_once(':').unwrap_or((&c.category, ""));
        match kind {
            "handle" => define(&mut out, c, &format!("MPI_{of}")),
            "buffer_address" | "ignore_sentinel" => define(&mut out, c, of),
            "callback_sentinel" => define(&mut out, c, &format!("{of} *")),
            "io" if of == "offset" => define(&mut out, c, "MPI_Offset"),
            _ => {}
        }
    }

    out.push_str("\n/* Sizes of strings and other plain numbers */\n");
    for c in by(&|c| matches!(c.category.as_str(), "max_string" | "misc" | "fortran_status")) {
        define(&mut out, c, "");
    }
    let mut seen: Vec<&str> = Vec::new();
    for c in &tables.constants {
        let kind = c.category.split(':').next().unwrap_or_default();
        let done =
            ["version", "handle", "buffer_address", "ignore_sentinel", "callback_sentinel", "max_string", "misc"];
        let skip = ["io:offset", "fortran_status", "mpi_t:cb_safety", "mpi_t:source_order"];
        if done.contains(&kind) || skip.contains(&c.category.as_str()) || seen.contains(&c.category.as_str()) {
            continue;
        }
        seen.push(&c.category);
        let list = by(&|o| o.category == c.category);
        writeln!(out, "\n/* {} */", c.category.replace([':', '_'], " ")).map_err(|e| e.to_string())?;
        out.push_str(&enumeration("enum", &list, ""));
    }

    for twin in ["", "P"] {
        writeln!(out, "\n/* Functions{} */", if twin.is_empty() { "" } else { ", by their profiling names" })
            .map_err(|e| e.to_string())?;
        let mut of_the_abi = true;
        for f in &tables.functions {
            if std::mem::replace(&mut of_the_abi, !f.fortran()) && f.fortran() {
                out.push_str("/* For handles and statuses of Fortran; not of the ABI */\n");
            }
            let renamed = f.signature.replacen(&f.name, &format!("{twin}{}", f.name), 1);
            writeln!(out, "{renamed};").map_err(|e| e.to_string())?;
        }
    }
    out.push_str(TWINS);
    for twin in ["", "P"] {
        for f in &tables.functions {
            if let Some(abi) = f.abi_twin() {
                writeln!(out, "#define {twin}{} {twin}{abi}", f.name).map_err(|e| e.to_string())?;
            }
        }
    }
    out.push_str(TAIL);
    Ok(out)
}

fn define(out: &mut String, c: &Constant, ctype: &str) {
    let value = if ctype.is_empty() {
        c.value.to_string()
    } else if c.category.starts_with("handle") && !c.category.contains("T_") {
        format!("(({ctype}) {:#x})", c.value)
    } else {
        format!("(({ctype}) {})", c.value)
    };
    writeln!(out, "#define {} {value}", c.name).expect("a string takes all");
}

fn enumeration(open: &str, list: &[&Constant], close: &str) -> String {
    let mut out = format!("{open} {{\n");
    for (i, c) in list.iter().enumerate() {
        let comma = if i + 1 == list.len() { "" } else { "," };
        writeln!(out, "    {} = {}{comma}", c.name, c.value).expect("a string takes all");
    }
    out + "}" + close + ";\n"
}

//! Exported symbols: info. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Info_create PMPI_Info_create (info: *mut abi::Info) -> c_int =
        finish(Call(302), On::Nothing, if info.is_null() { null("info") } else { crate::info::create(Call(302), Out::new(info)) });
    fn MPI_Info_create_env PMPI_Info_create_env (argc: c_int, argv: *mut c_void, info: *mut abi::Info) -> c_int =
        finish(Call(303), On::Nothing, if info.is_null() { null("info") } else { crate::info::create_env(Call(303), argc, Addr::new(argv.cast()), Out::new(info)) });
    fn MPI_Info_delete PMPI_Info_delete (info: abi::Info, key: *const c_char) -> c_int =
        finish(Call(304), On::Nothing, if key.is_null() { null("key") } else { crate::info::delete(Call(304), info, Text::new(key)) });
    fn MPI_Info_dup PMPI_Info_dup (info: abi::Info, newinfo: *mut abi::Info) -> c_int =
        finish(Call(305), On::Nothing, if newinfo.is_null() { null("newinfo") } else { crate::info::dup(Call(305), info, Out::new(newinfo)) });
    fn MPI_Info_free PMPI_Info_free (info: *mut abi::Info) -> c_int =
        finish(Call(306), On::Nothing, if info.is_null() { null("info") } else { crate::info::free(Call(306), Out::new(info)) });
    fn MPI_Info_get PMPI_Info_get (info: abi::Info, key: *const c_char, valuelen: c_int, value: *mut c_char, flag: *mut c_int) -> c_int =
        finish(Call(307), On::Nothing, if key.is_null() { null("key") } else if valuelen > 0 && value.is_null() { null("value") } else if flag.is_null() { null("flag") } else { crate::info::get(Call(307), info, Text::new(key), valuelen, TextOut::new(value), Out::new(flag)) });
    fn MPI_Info_get_nkeys PMPI_Info_get_nkeys (info: abi::Info, nkeys: *mut c_int) -> c_int =
        finish(Call(308), On::Nothing, if nkeys.is_null() { null("nkeys") } else { crate::info::get_nkeys(Call(308), info, Out::new(nkeys)) });
    fn MPI_Info_get_nthkey PMPI_Info_get_nthkey (info: abi::Info, n: c_int, key: *mut c_char) -> c_int =
        finish(Call(309), On::Nothing, if key.is_null() { null("key") } else { crate::info::get_nthkey(Call(309), info, n, TextOut::new(key)) });
    fn MPI_Info_get_string PMPI_Info_get_string (info: abi::Info, key: *const c_char, buflen: *mut c_int, value: *mut c_char, flag: *mut c_int) -> c_int =
        finish(Call(310), On::Nothing, if key.is_null() { null("key") } else if buflen.is_null() { null("buflen") } else if *buflen > 0 && value.is_null() { null("value") } else if flag.is_null() { null("flag") } else { crate::info::get_string(Call(310), info, Text::new(key), Out::new(buflen), TextOut::new(value), Out::new(flag)) });
    fn MPI_Info_get_valuelen PMPI_Info_get_valuelen (info: abi::Info, key: *const c_char, valuelen: *mut c_int, flag: *mut c_int) -> c_int =
        finish(Call(311), On::Nothing, if key.is_null() { null("key") } else if valuelen.is_null() { null("valuelen") } else if flag.is_null() { null("flag") } else { crate::info::get_valuelen(Call(311), info, Text::new(key), Out::new(valuelen), Out::new(flag)) });
    fn MPI_Info_set PMPI_Info_set (info: abi::Info, key: *const c_char, value: *const c_char) -> c_int =
        finish(Call(312), On::Nothing, if key.is_null() { null("key") } else if value.is_null() { null("value") } else { crate::info::set(Call(312), info, Text::new(key), Text::new(value)) });
}

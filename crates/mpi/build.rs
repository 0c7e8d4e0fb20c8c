//! The library's name as programs are linked against it.
fn main() {
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libmpi_abi.so.1");
    // A thread's end runs destructors of this library, and the helper thread runs in it: it stays after dlclose.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    // The table for stand-ins must hold this library's functions, not functions of these names that the loader finds
    // first, in a stand-in.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic-functions");
    // Linux puts a mapping of 2 MiB and more of a file at a multiple of 2 MiB, where each rank's branches fall into the
    // same places of the processor's branch target buffer. Where many ranks share a core, that made MPI_Allreduce of 8
    // bytes a quarter slower (16 ranks on 2 cores: 48 us, 36 without). Asked for 8 KiB, ld.so finds the place itself.
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,max-page-size=0x2000");
    }
    println!("cargo:rerun-if-changed=build.rs");
}

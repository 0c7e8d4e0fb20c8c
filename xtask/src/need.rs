//! Programs and libraries that the machine must have. On Debian and its derivatives, as root, xtask installs missing
//! packages.
use crate::process::Program;
use anyhow::{Result, bail};

/// A program or library, and the Debian package that brings it.
pub struct Need {
    pub package: &'static str,
    pub present: fn() -> bool,
}

fn starts(name: &str, arg: &str) -> bool {
    Program::new(name).arg(arg).works()
}

pub const C_COMPILER: Need =
    Need { package: "build-essential", present: || starts("cc", "--version") && starts("c++", "--version") };
pub const CMAKE: Need = Need { package: "cmake", present: || starts("cmake", "--version") };
pub const PYTHON: Need = Need { package: "python3", present: || starts("python3", "--version") };
pub const PYTHON_VENV: Need = Need { package: "python3-venv", present: || python("import venv, ensurepip") };
pub const PYTHON_HEADERS: Need = Need {
    package: "python3-dev",
    present: || {
        python("import os, sysconfig; assert os.path.exists(os.path.join(sysconfig.get_path('include'), 'Python.h'))")
    },
};
/// Valgrind, which finds leaks in C programs.
pub const VALGRIND: Need = Need { package: "valgrind", present: || starts("valgrind", "--version") };
/// The ssh client and server, for jobs on several hosts.
pub const SSH: Need = Need {
    package: "openssh-server",
    present: || std::path::Path::new("/usr/sbin/sshd").exists() && starts("ssh", "-V"),
};
/// The C compiler for AArch64, its C library, and the emulator that runs programs of other architectures.
pub const AARCH64_COMPILER: Need =
    Need { package: "gcc-aarch64-linux-gnu", present: || starts("aarch64-linux-gnu-gcc", "--version") };
pub const AARCH64_LIBRARY: Need = Need {
    package: "libc6-dev-arm64-cross",
    present: || std::path::Path::new("/usr/aarch64-linux-gnu/include/stdio.h").exists(),
};
pub const QEMU: Need = Need { package: "qemu-user", present: || starts("qemu-aarch64", "--version") };
pub const FFTW: Need =
    Need { package: "libfftw3-dev", present: || std::path::Path::new("/usr/include/fftw3.h").exists() };

/// The library by which Debian's HDF5 reads files over the network.
pub const CURL: Need = Need {
    package: "libcurl4",
    present: || Program::new("/sbin/ldconfig").arg("-p").run().is_ok_and(|list| list.contains("libcurl.so.4 ")),
};

/// The Python that Debian's packages are for.
pub const TORCH_PYTHON: &str = "/usr/bin/python3";
pub const TORCH: Need =
    Need { package: "python3-torch", present: || Program::new(TORCH_PYTHON).args(["-c", "import torch"]).works() };

/// libclang, which reads C headers for Rust's bindings. Its package names the version.
pub const LIBCLANG: Need = Need { package: "libclang-dev", present: libclang };
pub const PKG_CONFIG: Need = Need { package: "pkg-config", present: || starts("pkg-config", "--version") };

/// Returns true if libclang is installed where programs look for it.
fn libclang() -> bool {
    let named = std::env::var_os("LIBCLANG_PATH").is_some_and(|d| std::path::Path::new(&d).exists());
    let beside = |folder: &str, below: &str| {
        let folders = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut files = folders.flat_map(|f| std::fs::read_dir(f.path().join(below))).flatten().flatten();
        files.any(|f| {
            let name = f.file_name().to_string_lossy().into_owned();
            name.starts_with("libclang.so") || (name.starts_with("libclang-") && !name.starts_with("libclang-cpp"))
        })
    };
    named || beside("/usr/lib", "") || beside("/usr/lib", "lib")
}

fn python(code: &str) -> bool {
    Program::new("python3").args(["-c", code]).works()
}

/// Installs those of `needs` that are missing. If that is not possible, fails and names the packages.
pub fn ensure(needs: &[Need]) -> Result<()> {
    let missing: Vec<_> = needs.iter().filter(|n| !(n.present)()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<_> = missing.iter().map(|n| n.package).collect();
    let command = format!("apt-get install -y --no-install-recommends {}", packages.join(" "));
    if !starts("apt-get", "--version") {
        bail!("missing on this machine: {} (Debian's names); install them and run this again", packages.join(", "));
    }
    if !Program::new("id").arg("-u").run()?.trim().eq("0") {
        bail!("missing on this machine: {}; run as root: {command}", packages.join(", "));
    }
    let apt = |args: &[&str]| {
        Program::new("apt-get")
            .args(args)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .remedy(format!("Is the package mirror reachable? By hand: {command}"))
    };
    apt(&["update"]).run()?;
    apt(&["install", "-y", "--no-install-recommends"]).args(&packages).run()?;
    match missing.iter().find(|n| !(n.present)()) {
        Some(need) => bail!("{} was installed and still does not work here", need.package),
        None => Ok(()),
    }
}

//! Names the build in `clump --version`: the commit, if the builder tells it in BUILD_COMMIT.
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=BUILD_COMMIT");
    let commit = std::env::var("BUILD_COMMIT").unwrap_or_else(|_| "unknown".to_owned());
    println!("cargo:rustc-env=BUILD_NAME=commit {commit}");
}

//! Programs that must not compile, each beside the program that does: what the types of this folder prevent.
//!
//! **A region of a temporary buffer.** A region borrows nothing, so that only `unsafe` code makes one of a buffer:
//! ```compile_fail,E0133
//! use clump::driver::Buffer;
//! let region = Buffer::new(8).region();
//! region.get::<u64>(0);
//! ```
//! ```
//! use clump::driver::Buffer;
//! let bytes = Buffer::new(8).leak();
//! assert_eq!(bytes, [0; 8]);
//! ```
//!
//! **Dropping a buffer under a receive.** The receive has the buffer until it is complete:
//! ```compile_fail,E0382
//! # let mut endpoint = clump::Endpoint::open()?;
//! let buffer = clump::Buffer::new(8);
//! let request = endpoint.recv(None, None, buffer)?;
//! drop(buffer);
//! # endpoint.cancel(&request);
//! # endpoint.wait(request)?;
//! # Ok::<(), clump::Error>(())
//! ```
//! ```
//! # let mut endpoint = clump::Endpoint::open()?;
//! let buffer = clump::Buffer::new(8);
//! let request = endpoint.recv(None, None, buffer)?;
//! # endpoint.cancel(&request);
//! let (_, buffer) = endpoint.wait(request)?;
//! drop(buffer);
//! # Ok::<(), clump::Error>(())
//! ```
//!
//! **Using a buffer while an operation has it:**
//! ```compile_fail,E0382
//! # let mut endpoint = clump::Endpoint::open()?;
//! let mut buffer = clump::Buffer::new(8);
//! let request = endpoint.send(0, 1, buffer)?;
//! buffer[0] = 1;
//! # endpoint.wait(request)?;
//! # Ok::<(), clump::Error>(())
//! ```
//! ```
//! # let mut endpoint = clump::Endpoint::open()?;
//! let mut buffer = clump::Buffer::new(8);
//! let request = endpoint.send(0, 1, buffer)?;
//! (_, buffer) = endpoint.wait(request)?;
//! buffer[0] = 1;
//! # Ok::<(), clump::Error>(())
//! ```
//!
//! **Taking a request's buffer twice.** A request is no copy, and a wait consumes it:
//! ```compile_fail,E0382
//! # let mut endpoint = clump::Endpoint::open()?;
//! let request = endpoint.send(0, 1, clump::Buffer::new(8))?;
//! let (_, first) = endpoint.wait(request)?;
//! let (_, second) = endpoint.wait(request)?;
//! # Ok::<(), clump::Error>(())
//! ```
//! ```
//! # let mut endpoint = clump::Endpoint::open()?;
//! let request = endpoint.send(0, 1, clump::Buffer::new(8))?;
//! let (_, first) = endpoint.wait(request)?;
//! let request = endpoint.send(0, 1, first)?;
//! let (_, second) = endpoint.wait(request)?;
//! # Ok::<(), clump::Error>(())
//! ```
//!
//! **Memory that ends before its scope.** What a scope borrows outlives the scope:
//! ```compile_fail,E0597
//! # let mut endpoint = clump::Endpoint::open()?;
//! endpoint.scope(|s| {
//!     let data = [1; 8];
//!     s.send(0, 1, &data)
//! })??;
//! # Ok::<(), clump::Error>(())
//! ```
//! ```
//! # let mut endpoint = clump::Endpoint::open()?;
//! let data = [1; 8];
//! endpoint.scope(|s| s.send(0, 1, &data))??;
//! # Ok::<(), clump::Error>(())
//! ```
//!
//! **Reading memory while the scope receives into it:**
//! ```compile_fail,E0502
//! # let mut endpoint = clump::Endpoint::open()?;
//! let (data, mut into) = ([1; 8], [0; 8]);
//! endpoint.scope(|s| {
//!     s.recv(Some(0), Some(1), &mut into)?;
//!     println!("{}", into[0]);
//!     s.send(0, 1, &data)
//! })??;
//! # Ok::<(), clump::Error>(())
//! ```
//! ```
//! # let mut endpoint = clump::Endpoint::open()?;
//! let (data, mut into) = ([1; 8], [0; 8]);
//! endpoint.scope(|s| {
//!     s.recv(Some(0), Some(1), &mut into)?;
//!     s.send(0, 1, &data)
//! })??;
//! println!("{}", into[0]);
//! # Ok::<(), clump::Error>(())
//! ```
//!
//! **A scope that escapes.** The scope ends with its function:
//! ```compile_fail,E0521
//! # let mut endpoint = clump::Endpoint::open()?;
//! let mut kept = None;
//! endpoint.scope(|s| kept = Some(s))?;
//! # Ok::<(), clump::Error>(())
//! ```
//! ```
//! # let mut endpoint = clump::Endpoint::open()?;
//! let mut kept = None;
//! let data = [1; 8];
//! endpoint.scope(|s| kept = s.send(0, 1, &data).ok())?;
//! # Ok::<(), clump::Error>(())
//! ```

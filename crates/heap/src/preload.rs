//! Removes this library from LD_PRELOAD.
use libc::c_char;

const VARIABLE: &core::ffi::CStr = c"LD_PRELOAD";
/// The beginning of the names of valgrind's libraries.
const VALGRIND: &core::ffi::CStr = c"/vgpreload_";
const NAME: &[u8] = b"libclump_heap.so";

/// Removes this library from LD_PRELOAD, so that programs that this process starts do not load it: they do not need it,
/// and loading costs time. Edits the variable in place, so that no memory is allocated.
pub fn leave() {
    // SAFETY: the variable is a C string of the environment, which only this thread changes while MPI_Init runs.
    unsafe {
        let value = libc::getenv(VARIABLE.as_ptr());
        if value.is_null() {
            return;
        }
        let bytes = core::slice::from_raw_parts_mut(value.cast::<u8>(), libc::strlen(value));
        match without(bytes) {
            0 => {
                libc::unsetenv(VARIABLE.as_ptr());
            }
            left => *value.add(left) = 0 as c_char,
        }
    }
}

/// Returns true if valgrind runs this process. Valgrind preloads a library of its own, and replaces glibc's allocator
/// by an allocator without a word in front of each block.
pub fn is_under_valgrind() -> bool {
    // SAFETY: a C string of the environment, as in `leave`.
    unsafe {
        let value = libc::getenv(VARIABLE.as_ptr());
        !value.is_null() && !libc::strstr(value, VALGRIND.as_ptr()).is_null()
    }
}

/// Removes this library from a list of libraries, in place. Returns how many bytes of the list are left.
fn without(list: &mut [u8]) -> usize {
    let (mut read, mut written) = (0, 0);
    while read < list.len() {
        let len = list[read..].iter().position(|b| b" :".contains(b)).unwrap_or(list.len() - read);
        let entry = read..read + len;
        let name = list[entry.clone()].rsplit(|&b| b == b'/').next();
        if name != Some(NAME) && len > 0 {
            if written > 0 {
                list[written] = b':';
                written += 1;
            }
            list.copy_within(entry, written);
            written += len;
        }
        read += len + 1;
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_library_is_removed() {
        for (before, after) in [
            ("/x/libclump_heap.so", ""),
            ("libclump_heap.so", ""),
            ("/a.so:/x/libclump_heap.so", "/a.so"),
            ("/a.so b.so:/x/libclump_heap.so:/c.so", "/a.so:b.so:/c.so"),
            ("/x/libclump_heap.so:/c.so", "/c.so"),
            ("/a.so::c.so", "/a.so:c.so"),
            ("/x/libclump_heap.so.bak:xlibclump_heap.so", "/x/libclump_heap.so.bak:xlibclump_heap.so"),
        ] {
            let mut bytes = before.as_bytes().to_vec();
            let left = without(&mut bytes);
            assert_eq!(std::str::from_utf8(&bytes[..left]), Ok(after), "{before}");
        }
    }
}

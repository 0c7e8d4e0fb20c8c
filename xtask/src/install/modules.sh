# The modules of MPI are compiled once for each compiler, into the user's cache.
case $mode in help | version | libdirs | libs) bare=yes ;; esac
if [ -z "$bare" ] || [ "$mode" ]; then
    # shellcheck disable=SC2086
    version=$($compiler --version 2>/dev/null | sed -n 1p)
    case $version in
        'GNU Fortran'*) ;;
        '') echo "@NAME@: the compiler $compiler does not start; install gfortran 9 or later, or name it by @VAR@" >&2
            exit 1 ;;
        *) echo "@NAME@: $compiler is not gfortran (found: $version); install gfortran 9 or later, or name it by @VAR@" >&2
           exit 1 ;;
    esac
    key=$(cat "$prefix/share/clump/fortran/"* | { echo "$version"; cat; } | cksum | tr -cd 0-9)
    include=${XDG_CACHE_HOME:-${HOME:-${TMPDIR:-/tmp}}/.cache}/clump/fortran-$key
    if [ ! -d "$include" ]; then
        new=$include.$$
        # Another mpifort may compile them at the same time: the first that ends names the folder.
        # shellcheck disable=SC2086
        if mkdir -p "$new" && cp "$prefix/share/clump/fortran/"* "$new" &&
            (cd "$new" && $compiler -c -w mpi.f90 mpi_f08.f90 >&2 && rm -f ./*.o); then
            mv -T "$new" "$include" 2>/dev/null || rm -rf "$new"
        else
            rm -rf "$new"
            echo "@NAME@: the modules mpi and mpi_f08 could not be compiled into $include (see above; is there room, and" \
                "may you write there? XDG_CACHE_HOME names another place)" >&2
            exit 1
        fi
    fi
    case $include in
        *[!A-Za-z0-9_./+@%:=-]*) q='"' ;;
    esac
fi

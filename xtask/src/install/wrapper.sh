#!/bin/sh
# mpicc, mpicxx, mpifort, oshcc and oshc++ of Clump: the compiler with what MPI or OpenSHMEM programs need. Finds the
# rest of Clump beside itself, so the whole directory may be moved.
set -eu

self=$0
case $self in */*) ;; *) self=$(command -v -- "$self") ;; esac
while [ -L "$self" ]; do
    target=$(readlink "$self")
    case $target in /*) self=$target ;; *) self=$(dirname "$self")/$target ;; esac
done
prefix=$(cd -P "$(dirname "$self")/.." && pwd)

# The variables by which users of MPICH and Open MPI already choose the compiler.
compiler=${@VAR@:-${@OTHER@:-@CC@}}
mode= bare=yes link=yes
for arg; do
    shift
    case $arg in
        -cc=* | -cxx=*) compiler=${arg#*=}; continue ;;
        -show | -showme | --showme) mode=command; continue ;;
        -showme:* | --showme:*) mode=${arg##*:} ; continue ;;
        -compile_info | -compile-info) mode=compile_line; continue ;;
        -link_info | -link-info) mode=link_line; continue ;;
        -help | --help) [ $# -gt 0 ] || mode=help ;;
        -c | -S | -E | -M | -MM | -fsyntax-only) link= ;;
    esac
    # Options alone (--version, -print-search-dirs) ask the compiler itself; a lone "-" is a file.
    case $arg in -) bare= ;; -*) ;; *) bare= ;; esac
    set -- "$@" "$arg"
done

include=$prefix/include lib=$prefix/lib
case $prefix in
    *[!A-Za-z0-9_./+@%:=-]*) q='"' ;;
    *) q= ;;
esac
@MODULES@
show_compile="-I$q$include$q"
show_link="-L$q$lib$q -Wl,-rpath,$q$lib$q -Wl,--enable-new-dtags @LINK@"

case $mode in
    '') ;;
    command) echo "$compiler${1+ $*} $show_compile $show_link"; exit ;;
    compile_line) echo "$compiler $show_compile"; exit ;;
    link_line) echo "$compiler $show_link"; exit ;;
    compile) echo "$show_compile"; exit ;;
    link) echo "$show_link"; exit ;;
    incdirs) echo "$include"; exit ;;
    libdirs) echo "$lib"; exit ;;
    libs) echo @LIBS@; exit ;;
    version) echo "@NAME@: Clump @VERSION@ (Language: @LANGUAGE@)"; exit ;;
    help)
        cat <<'END'
@NAME@ [options] files: runs the @LANGUAGE@ compiler with what @INTERFACE@ programs need
  -show, -showme        print the command instead of running it
  -showme:WHAT          print compile, link, incdirs, libdirs, libs, command or version
  -compile_info         print the command that compiles
  -link_info            print the command that links
  -cc=COMPILER          use this compiler (also: @VAR@ or @OTHER@ in the environment)
All other options go to the compiler.
END
        exit ;;
    *) echo "@NAME@: -showme:$mode is unknown; WHAT is command, compile, link, incdirs, libdirs, libs, version or help" >&2
       exit 1 ;;
esac

# The compiler may be several words (`ccache cc`), so it is split on purpose.
# shellcheck disable=SC2086
if [ "$bare" ]; then
    exec $compiler "$@"
elif [ "$link" ]; then
    exec $compiler "$@" "-I$include" "-L$lib" "-Wl,-rpath,$lib" -Wl,--enable-new-dtags @LINK@
else
    exec $compiler "$@" "-I$include"
fi

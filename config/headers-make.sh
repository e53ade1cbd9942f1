# Make the plugin headers of one offload compiler from GCC's source.  A part
# of accel-headers, to be read with `.'; POSIX sh.
# Copyright (C) 2026 The accelfix authors
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# No compiler is built: the headers need only the generator programs, and
# those need only libiberty.  All front ends' option files must be in the
# source tree, also those of languages that are not built, since each adds
# fields to global_options.

# Print the names of what is missing here of what make_one needs.
missing_tools ()
{
  for tool in tar xz patch make awk gawk sed g++ gcc readelf sha256sum flock; do
    command -v $tool >/dev/null 2>&1 || echo $tool
  done
  # GCC's configure wants these, and its headers include the first.
  ! command -v g++ >/dev/null 2>&1 ||
    for header in gmp.h mpfr.h mpc.h; do
      printf '#include <%s>\n' $header |
	g++ -E -x c++ - >/dev/null 2>&1 || echo $header
    done
}

# Unpack and patch the source of GCC $1 into folder $2.
unpack ()
{
  u_dir=${source:-/usr/src/gcc-$1}
  if test ! -d "$u_dir" && test -z "$source"; then
    die "there is no $u_dir; install the package gcc-$1-source, or name with" \
      "--source=DIR a folder that has the source of this GCC, gcc-$1*.tar.xz"
  fi
  u_tar=$(ls "$u_dir"/gcc-"$1"*.tar.xz 2>/dev/null | sed 1q)
  test -r "$u_tar" || die "there is no gcc-$1*.tar.xz that can be read in" \
    "$u_dir; install the package gcc-$1-source again"
  mkdir -p "$2" || die "cannot make the folder $2"
  say "GCC $1: unpacking $u_tar"
  # Everything but what no header comes from; of the processors only those that
  # have offload compilers, or are offloaded to, and some with their initials.
  tar -xf "$u_tar" -C "$2" --strip-components=1 --no-same-owner \
    --exclude='*/gcc/testsuite' --exclude='*/gcc/po' --exclude='*.ad[abs]' \
    --exclude='*/gcc/doc/*' --exclude='*/ChangeLog*' \
    --exclude='*/libgo' --exclude='*/libphobos' --exclude='*/libstdc++-v3' \
    --exclude='*/libsanitizer' --exclude='*/libgomp' --exclude='*/libffi' \
    --exclude='*/libgfortran' --exclude='*/libobjc' --exclude='*/libada' \
    --exclude='*/gnattools' --exclude='*/gotools' --exclude='*/libitm' \
    --exclude='*/libvtv' --exclude='*/libssp' --exclude='*/libquadmath' \
    --exclude='*/libatomic' --exclude='*/liboffloadmic' --exclude='*/libcc1' \
    --exclude='*/libgrust' --exclude='*/libgm2' --exclude='*/libgcobol' \
    --exclude='*/contrib' --exclude='*/libgcc' --exclude='*/MD5SUMS' \
    --exclude='*/gcc/config/[!agirn]*/*' --exclude='*/gcc/d/dmd' \
    --exclude='*/gcc/go/gofrontend' --exclude='*/gcc/jit/docs' \
    --exclude='*/gcc/m2/gm2-libs*' --exclude='*/gcc/m2/gm2-compiler*' \
    --exclude='*/gcc/m2/mc*' \
    --exclude='*/maintainer-scripts' --exclude='*/zlib' \
    --exclude='*/lto-plugin' ||
    die "$u_tar could not be unpacked into $2; is there room on the disk" \
      "(300 MB a GCC)?"
  u_gm2=$(ls "$u_dir"/gm2-*.tar.xz 2>/dev/null | sed 1q)
  if test -n "$u_gm2"; then
    # Modula-2 was a tarball of its own before GCC 13; its options count.
    tar -xf "$u_gm2" -C "$2" --strip-components=1 --no-same-owner \
      --wildcards --exclude='*/testsuite' '*/gcc/m2' ||
      die "$u_gm2 could not be unpacked"
  fi

  # debian/rules.patch is a makefile that computes the list of patches.
  u_rules=$u_dir/debian/rules.patch
  if test -r "$u_rules"; then
    cat > "$2.mk" <<'MK'
GFDL_INVARIANT_FREE = yes
with_ada = yes
with_multiarch_cxxheaders = yes
multilib = yes
include $(rules)
accelfix-list:
	@echo $(debian_patches) $(hardening_patches)
MK
    u_suite=$(. /etc/os-release 2>/dev/null; echo "${VERSION_CODENAME:-}")
    u_id=$(. /etc/os-release 2>/dev/null
	   case ${ID:-} in ubuntu) echo Ubuntu ;; *) echo Debian ;; esac)
    u_list=$(make -s -f "$2.mk" rules="$u_rules" derivative="$u_id" \
	     distrelease="$u_suite" PKGSOURCE="gcc-$1" accelfix-list \
	     2>/dev/null) ||
      die "the list of patches cannot be read from $u_rules; install the" \
	"package gcc-$1-source again"
    for p in $u_list; do
      u_patch=$u_dir/debian/patches/$p.diff
      test -r "$u_patch" || u_patch=$u_dir/patches/$p.diff
      test -r "$u_patch" || die "$u_rules names the patch $p, which is not" \
	"in $u_dir/debian/patches"
      # A hunk for a file that was not unpacked is of no account, whether
      # patch skips it or, where the file is to be deleted, rejects it; one
      # that does not fit a file that is there is an error.
      if ! patch -d "$2" -p2 -f -E -s --no-backup-if-mismatch \
	     < "$u_patch" > "$2.patch.log" 2>&1; then
	u_bad=$(grep -m1 -E 'malformed|Only garbage' "$2.patch.log")
	test -n "$u_bad" ||
	  u_bad=$(sed -n 's/.*saving rejects to file \(.*\)\.rej$/\1/p' \
		  "$2.patch.log" |
		  while read -r f; do
		    test ! -e "$2/$f" || { echo "$f"; break; }
		  done)
	test -z "$u_bad" || die "the patch $u_patch does not fit $u_tar: $u_bad"
      fi
    done
  else
    warn "$u_dir has no debian/rules.patch; the source is used unpatched"
  fi
  # Debian's rules write this header, which two patched files include.  For
  # an offload compiler it is empty.
  if test ! -f "$2/gcc/distro-defaults.h"; then
    printf '#ifndef ACCEL_COMPILER\n#endif\n' > "$2/gcc/distro-defaults.h"
  fi

  log=$tmp/$1-libiberty.log
  small_libiberty "$2" || full_libiberty "$1" "$2"
}

# Build in $1.host what generators need of the libiberty in source $1.  They
# print the same whatever configure would say of it, and on GNU it needs not
# ask.
small_libiberty ()
{
  s_lib=$1/libiberty
  mkdir "$1.host" || return 1
  cat > "$1.host/config.h" <<'CONFIG'
#define HAVE_ALLOCA_H 1
#define HAVE_DECL_ASPRINTF 1
#define HAVE_DECL_BASENAME 1
#define HAVE_DECL_FFS 1
#define HAVE_DECL_SNPRINTF 1
#define HAVE_DECL_STRNLEN 1
#define HAVE_DECL_STRTOL 1
#define HAVE_DECL_STRTOLL 1
#define HAVE_DECL_STRTOUL 1
#define HAVE_DECL_STRTOULL 1
#define HAVE_DECL_STRVERSCMP 1
#define HAVE_DECL_VASPRINTF 1
#define HAVE_DECL_VSNPRINTF 1
#define HAVE_INTTYPES_H 1
#define HAVE_LIMITS_H 1
#define HAVE_MALLOC_H 1
#define HAVE_REALPATH 1
#define HAVE_STDINT_H 1
#define HAVE_STDIO_EXT_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRERROR 1
#define HAVE_STRING_H 1
#define HAVE_STRINGS_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define SIZEOF_INT __SIZEOF_INT__
#define SIZEOF_LONG __SIZEOF_LONG__
#define SIZEOF_LONG_LONG __SIZEOF_LONG_LONG__
#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__
#define STDC_HEADERS 1
CONFIG
  (
    cd "$1.host" || exit 1
    set --
    for f in concat filename_cmp fopen_unlocked hashtab lbasename lrealpath \
	     obstack regex safe-ctype vprintf-support xasprintf xexit xmalloc \
	     xmemdup xstrdup xstrerror xstrndup xvasprintf; do
      set -- "$@" "$s_lib/$f.c"
    done
    logged gcc -c -O0 -w -D_GNU_SOURCE -DHAVE_CONFIG_H -I. -I"$s_lib/../include" \
      "$@" && logged ar rc libiberty.a ./*.o
  )
}

# Build all of it, for GCC $1 with source $2.
full_libiberty ()
{
  say "GCC $1: building libiberty"
  rm -rf "$2.host"
  mkdir "$2.host" && cd "$2.host" || die "cannot make $2.host"
  CFLAGS=-O0 logged "$2/libiberty/configure" --disable-shared &&
    logged make -j"$jobs" libiberty.a ||
    die "libiberty of GCC $1 cannot be built: $(tail -n 1 "$log"); the" \
      "packages that a build of GCC needs are in debian/control"
  cd / || exit 1
}

# Run a command with output to the log $log; on failure say where.
logged ()
{
  printf '+ %s\n' "$*" >> "$log"
  "$@" >> "$log" 2>&1 < /dev/null
}

# Copy the plugin headers from the folder build/gcc and source $1 to folder $2,
# as GCC's install-plugin does, which starts six processes for each of 400
# files.  accelfix.names has =FILE for a FILE of $1.  False, with nothing in $2, if that has a case that is not known here.
quick_install ()
{
  q_src=$1 q_to=$2
  # Languages with headers of their own.
  test "$(grep -l plugin_includedir "$q_src"/*/Make-lang.in)" = \
    "$q_src/cp/Make-lang.in" || return 1
  # Which folders are kept; other files go to the uppermost.
  q_keep=$(sed -n '/^install-plugin:/,/^$/s/"\$(srcdir)"\/\([^ |)]*\)/\n=\1\n/gp' \
	   "$q_src/Makefile.in" | sed -n 's/^=//p' | tr '\n' ' ')
  test "$q_keep" = "config/* common/config/* c-family/* *.def " || return 1
  mkdir -p "$q_to" || return 1
  (
    cd gcc || exit 1
    { cat accelfix.names
      for q_f in "$q_src"/*.h "$q_src"/*.def; do
	printf '%s\n' "${q_f##*/}"
      done
    } | sort -u > accelfix.all
    set -- b-header-vars
    while read -r q_f; do
      if test -f "$q_f"; then
	set -- "$@" "$q_f"
	continue
      fi
      q_f=${q_f#=}
      test -f "$q_src/$q_f" || continue
      case $q_f in
	config/* | common/config/* | c-family/* | *.def) echo "$q_f" >&3 ;;
	*) set -- "$@" "$q_src/$q_f" ;;
      esac
    done < accelfix.all 3> accelfix.kept
    # An empty list gives one line.
    grep -vx cp/ accelfix.cp >> accelfix.kept
    cp -t "$q_to" "$@" &&
      cd "$q_src" &&
      xargs cp --parents -t "$q_to" < "$OLDPWD/accelfix.kept"
  ) >> "$log" 2>&1 || {
    rm -rf "$q_to"
    return 1
  }
}

# Make the headers of GCC $1 for target $2 from source $3 in work folder $4.
# The result is in $4/out/include.  Runs in a subshell.
make_one ()
{
  g=$1 t=$2 src=$3 w=$4
  log=$w/log
  cpu=$(cpu_of "$t")
  driver=$(driver_of "$g" "$t")
  mkdir -p "$w/build" "$w/out" || die "cannot make $w"
  # The source is reached by the name that the distribution used, so that
  # the configuration string recorded in the headers is the same.
  conf=$("$driver" -v 2>&1 | sed -n 's/^Configured with: //p')
  test -n "$conf" || die "$driver -v does not say how it was configured"
  name=${conf%% *}
  args=${conf#* }
  case $name in
    ../*/configure) name=${name#../}; name=${name%/configure} ;;
    *) name=src ;;
  esac
  ln -s "$src" "$w/$name" || die "cannot link $src into $w"

  # What the build machine had and this one may not have.
  set --
  eval "set -- $args"
  n=$#
  while test $n -gt 0; do
    a=$1
    shift
    case $a in
      --with-build-time-tools=*)
	tools=${a#*=}
	if test ! -d "$tools"; then
	  for tools in "/usr/$t/bin" "/usr/lib/$t/bin"; do
	    test ! -d "$tools" || break
	  done
	fi
	if test -d "$tools"; then
	  set -- "$@" "--with-build-time-tools=$tools"
	fi ;;
      *) set -- "$@" "$a" ;;
    esac
    n=$((n - 1))
  done

  cd "$w/build" || die "cannot enter $w/build"
  hint="see the log; the packages that a build of GCC needs are in debian/control"
  say "GCC $g, $t: configuring"
  # dash forks faster than bash, which configure would choose.
  CONFIG_SITE=$tmp/site
  export CONFIG_SITE
  if test -x /bin/dash; then
    CONFIG_SHELL=/bin/dash
    export CONFIG_SHELL
  fi
  CFLAGS=-O0 CXXFLAGS=-O0 logged "../$name/configure" "$@" ||
    die "GCC $g, $t: configure failed: $(tail -n 1 "$log"); $hint"
  logged make configure-gcc ||
    die "GCC $g, $t: configuring gcc failed:" \
      "$(grep -m1 -E '^configure: error|error:|make.*\*\*\*' "$log"); $hint"

  # One libiberty for the build machine serves all targets of this GCC.
  sub=$(sed -n 's/^build_libsubdir *= *//p' gcc/Makefile | sed 1q)
  if test -n "$sub" && mkdir "$sub" &&
     ln -s "$src.host" "$sub/libiberty"; then
    :
  else
    logged make -j"$jobs" all-build-libiberty ||
      die "GCC $g, $t: libiberty failed: $(grep -m1 -E 'error' "$log"); $hint"
  fi

  # Only headers and the generators behind them.  gengtype for users needs
  # more libraries, and no header comes from it.
  say "GCC $g, $t: making the headers"
  # The header of match.pd's functions comes from a generator that needs
  # libcpp, and no plugin header includes it.
  cat > gcc/accelfix.mk <<'MK'
include Makefile
accelfix-all: $(filter-out %-match-auto.h,$(filter %.h %.def,$(generated_files))) \
  all-tree.def bversion.h plugin-version.h s-header-vars
	printf '%s\n' $(sort $(PLUGIN_HEADERS:$(srcdir)/%==%)) > accelfix.names
	printf 'cp/%s\n' $(if $(filter c++,$(CONFIG_LANGUAGES)),$(CP_PLUGIN_HEADERS)) > accelfix.cp
MK
  set --
  test ! -x /bin/bash || set -- SHELL=/bin/bash
  if ! { logged make -j"$jobs" -C gcc -f accelfix.mk accelfix-all \
	   "$@" CFLAGS=-O0 CXXFLAGS=-O0 &&
	 { quick_install "$src/gcc" "$w/dest/plugin/include" ||
	   logged make -C gcc install-plugin DESTDIR="$w/dest" \
	     "$@" -o install-gengtype CFLAGS=-O0 CXXFLAGS=-O0; }; }; then
    # Another GCC may need the libraries after all.
    say "GCC $g, $t: building the libraries as well"
    rm -rf "$sub" "$w/dest"
    logged make -j"$jobs" all-build-libiberty
    set --
    for lib in libiberty libcpp libdecnumber libbacktrace libcody; do
      test -d "$src/$lib" && set -- "$@" "maybe-all-$lib"
    done
    { logged make -j"$jobs" "$@" maybe-all-build-libcpp &&
      logged make -j"$jobs" -C gcc install-plugin DESTDIR="$w/dest" \
	CFLAGS=-O0 CXXFLAGS=-O0; } ||
      die "GCC $g, $t: making the headers failed:" \
	"$(grep -m1 -E 'error:|make.*\*\*\*' "$log"); $hint"
  fi
  made=$(find "$w/dest" -type d -path '*/plugin/include' | sed 1q)
  test -n "$made" || die "GCC $g, $t: install-plugin installed no headers"
  mv "$made" "$w/out/include" || die "cannot move $made"

  # What GCC's install leaves out.
  for f in insn-opinit.h insn-target-def.h tm-constrs.h case-cfn-macros.h; do
    if test -f gcc/$f && test ! -f "$w/out/include/$f"; then
      cp gcc/$f "$w/out/include/$f" || die "cannot copy $f"
    fi
  done
  mkdir -p "$w/out/include/config/$cpu"
  for f in "$src/gcc/config/$cpu"/*.h "$src/gcc/config/$cpu"/*.def \
	   gcc/"$cpu"*.h; do
    to=$w/out/include/config/$cpu/${f##*/}
    if test -f "$f" && test ! -f "$to"; then
      cp "$f" "$to" || die "cannot copy $f"
    fi
  done

  say "GCC $g, $t: proving them in the real lto1"
  why=$(prove "$w/out/include" "$g" "$t" "$w/prove") ||
    die "GCC $g: $why"
  {
    echo "gcc $g"
    echo "target $t"
    echo "source $(package_version "gcc-$g-source")"
    echo "configured $conf"
  } > "$w/out/INFO"
  (cd "$w/out" && find . -type f -print0 | sort -z |
     xargs -0 sha256sum > "$w/MANIFEST" && mv "$w/MANIFEST" .) ||
    die "cannot write $w/out/MANIFEST"
  chmod -R a+rX "$w/out"
}

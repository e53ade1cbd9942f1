# Functions shared by accel-headers and gcc-testsuite/tools: the patched source of
# a GCC release as the distribution built it, and the options that its offload
# compilers were configured with.  To be read with `.'; POSIX sh.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

accel_prog=${accel_prog:-`basename "$0"`}
accel_home=${HOME:-`getent passwd "\`id -u\`" 2>/dev/null | cut -d: -f6`}
accel_cache=${XDG_CACHE_HOME:-$accel_home/.cache}/accelfix

# accel_say TEXT...: one line of progress, on standard error.
accel_say ()
{
  echo "$accel_prog: $*" >&2
}

# accel_die TEXT...: an error, and the end.
accel_die ()
{
  echo "$accel_prog: error: $*" >&2
  exit 1
}

# accel_normal_target NAME: the configured name of a target the user may have
# shortened.
accel_normal_target ()
{
  case $1 in
    nvptx | nvptx-none) echo nvptx-none ;;
    amdgcn | gcn | amdgcn-amdhsa) echo amdgcn-amdhsa ;;
    *) accel_die "unknown target '$1': nvptx-none or amdgcn-amdhsa" ;;
  esac
}

# accel_driver GCC TARGET: the distribution's offload driver.
accel_driver ()
{
  echo "`accel_host`-accel-$2-gcc-$1"
}

# accel_host: the triplet that the distribution's compilers are for.
accel_host ()
{
  if test -z "$accel_host_triplet"; then
    accel_host_triplet=`gcc -dumpmachine 2>/dev/null`
    test -n "$accel_host_triplet" \
      || accel_die "no gcc here: install the package gcc"
  fi
  echo "$accel_host_triplet"
}

# accel_libdir GCC TARGET: the folder with lto1, crt0.o and the libraries.
accel_libdir ()
{
  echo "/usr/lib/gcc/`accel_host`/$1/accel/$2"
}

# accel_package_version PACKAGE: the installed version, or an error with the
# remedy.
accel_package_version ()
{
  accel_v=`dpkg-query -W -f '${db:Status-Abbrev} ${Version}' "$1" 2>/dev/null`
  case $accel_v in
    "ii "*) echo "$accel_v" | sed 's/^ii *//' ;;
    *) accel_die "the package $1 is missing: apt-get install $1" ;;
  esac
}

# accel_source_root GCC: where the package gcc-N-source lies.
accel_source_root ()
{
  accel_d=${ACCEL_GCC_SOURCE:-/usr/src}/gcc-$1
  test -d "$accel_d/patches" \
    || accel_die "$accel_d is not there: apt-get install gcc-$1-source"
  echo "$accel_d"
}

# accel_tarball GCC: the tarball in that package.
accel_tarball ()
{
  accel_d=`accel_source_root $1` || exit 1
  set -- "$accel_d"/gcc-[0-9]*.tar.*
  test -f "$1" || accel_die "$accel_d holds no gcc-*.tar.*: reinstall the package"
  echo "$1"
}

# accel_patches GCC DIR: names of the patches, in order, that the distribution
# applies, as its debian/rules.patch says.  Left out are those to a
# configure.ac, which want another release of autoconf and change nothing for
# an offload compiler.  DIR takes a temporary file.
accel_patches ()
{
  accel_d=`accel_source_root $1` || exit 1
  {
    echo 'derivative = Debian'
    echo 'distrelease = any'
    echo 'GFDL_INVARIANT_FREE = yes'
    echo "PKGSOURCE = gcc-$1"
    echo "patchdir = $accel_d/patches"
    echo "include $accel_d/debian/rules.patch"
    echo 'accel-print: ; @:'
    echo '$(foreach p,$(debian_patches),$(info $(p)))'
  } > "$2/accelfix.mk" || exit 1
  make -s -f "$2/accelfix.mk" accel-print > "$2/accelfix.all" 2>/dev/null \
    || accel_die "cannot read $accel_d/debian/rules.patch"
  while read accel_p; do
    accel_f=$accel_d/patches/$accel_p.diff
    test -f "$accel_f" || continue
    case $accel_p in
      git-updates | gm2) ;;
      *) grep -q '^+++ [^ 	]*configure\.ac' "$accel_f" && continue ;;
    esac
    echo "$accel_p"
  done < "$2/accelfix.all"
  rm -f "$2/accelfix.mk" "$2/accelfix.all"
}

# accel_untar ARGUMENT...: tar, or one sentence and the end: tar itself has a line
# for each file if the disk is full.
accel_untar ()
{
  # Not to a file: it may be on the same disk.
  accel_said=`tar "$@" 2>&1` && return
  case $accel_said in
    *"No space left"*) accel_why="the disk is full" ;;
    *) accel_why=`echo "$accel_said" | sed -n '1s/^tar: //p'` ;;
  esac
  rm -rf "$accel_part"
  accel_die "cannot unpack $accel_tar into $accel_part: $accel_why"
}

# accel_unpack GCC DIR: unpack and patch the source of GCC N into DIR, unless
# it is there.  Libraries and the testsuite are left out.  The folders of
# languages that no offload compiler speaks stay, Modula 2 from its tarball of
# its own included: the lang.opt of each takes part in the layout of GCC's
# option tables, which a plugin shares.  DIR appears whole or not at all.
accel_unpack ()
{
  accel_gcc=$1 accel_to=$2
  test -d "$accel_to" && return 0
  accel_tar=`accel_tarball $accel_gcc` || exit 1
  accel_root=`accel_source_root $accel_gcc` || exit 1
  accel_part=$accel_to.part.$$
  rm -rf "$accel_part"
  mkdir -p "$accel_part" || accel_die "cannot make $accel_part"
  accel_say "unpacking $accel_tar"
  accel_untar -x -f "$accel_tar" -C "$accel_part" --strip-components=1 \
    --exclude='*/gcc/testsuite' --exclude='*/libgo' --exclude='*/libphobos' \
    --exclude='*/libsanitizer' --exclude='*/libada' --exclude='*/libgm2' \
    --exclude='*/gnattools' --exclude='*/gotools' --exclude='*/libffi' \
    --exclude='*/libstdc++-v3/testsuite' --exclude='*/libgomp/testsuite'
  for accel_tar in "$accel_root"/gm2-*.tar.*; do
    test -f "$accel_tar" || continue
    accel_untar -x -f "$accel_tar" -C "$accel_part" --strip-components=1 \
      --wildcards 'gm2/gcc'
  done
  accel_list=`accel_patches $accel_gcc "$accel_part"` \
    || { rm -rf "$accel_part"; exit 1; }
  # A patch may name files of what was left out; only the update from GCC's
  # repository, which sets the date stamp, has to change what it says.
  for accel_p in $accel_list; do
    patch -d "$accel_part" -p2 -N -f -s -E -r - --no-backup-if-mismatch \
      < "$accel_root/patches/$accel_p.diff" \
      > "$accel_part/accelfix.out" 2>&1
    if grep -q 'FAILED' "$accel_part/accelfix.out"; then
      echo "$accel_p (in part)"
    else
      echo "$accel_p"
    fi >> "$accel_part/accelfix.patches"
  done
  rm -f "$accel_part/accelfix.out"
  # The distribution writes this header when it builds; what it defines there
  # is for compilers that are no offload compilers.
  : > "$accel_part/gcc/distro-defaults.h"
  mv "$accel_part" "$accel_to" 2>/dev/null || {
    rm -rf "$accel_part"
    test -d "$accel_to" || accel_die "cannot write $accel_to"
  }
}

# accel_source_key GCC: a name for the unpacked source of that very package.
accel_source_key ()
{
  accel_v=`accel_package_version gcc-$1-source` || exit 1
  accel_h=`accel_patches_version`
  echo "gcc-$1-source_${accel_v}_$accel_h" | tr ':~ /' '____'
}

# accel_patches_version: changes when what accel_unpack does changes.
accel_patches_version ()
{
  echo 1
}

# accel_source GCC: print the folder with the patched source of GCC N; it is
# made in the cache if it is not there yet.
accel_source ()
{
  accel_key=`accel_source_key $1` || exit 1
  accel_dir=$accel_cache/source/$accel_key
  mkdir -p "$accel_cache/source" || accel_die "cannot make $accel_cache/source"
  accel_unpack $1 "$accel_dir" || exit 1
  echo "$accel_dir"
}

# accel_confargs GCC TARGET: the configure options of the distribution's
# offload compiler, one a line, without those that name its build machine,
# and with those for the assembler and linker that are installed.
accel_confargs ()
{
  accel_drv=`accel_driver $1 $2`
  accel_pkg=gcc-$1-offload-`echo $2 | sed 's/-.*//'`
  command -v "$accel_drv" >/dev/null 2>&1 \
    || accel_die "$accel_drv is not there: apt-get install $accel_pkg"
  LC_ALL=C "$accel_drv" -v 2>&1 \
    | sed -n 's/^Configured with: [^ ]*configure //p' \
    | tr ' ' '\n' \
    | sed -e '/^--with-build-time-tools=/d' -e '/^--build=/d' -e '/^$/d'
  accel_tools=`accel_tools $2` || exit 1
  echo "--with-build-time-tools=$accel_tools"
  echo "--disable-lto-plugin"
}

# accel_tools TARGET: a folder with as, ld, ar, nm and ranlib for TARGET, as
# the offload packages install it.
accel_tools ()
{
  case $1 in
    nvptx-none)
      test -x /usr/nvptx-none/bin/as \
        || accel_die "no assembler for nvptx-none: apt-get install nvptx-tools"
      echo /usr/nvptx-none/bin ;;
    *)
      for accel_g in 12 11 13 14 15 16; do
        accel_d=`accel_libdir $accel_g $1`
        if test -x "$accel_d/as"; then
          echo "$accel_d"
          return 0
        fi
      done
      accel_die "no assembler for $1: apt-get install gcc-12-offload-amdgcn" ;;
  esac
}

# Prove that plugin headers fit the compiler that they are for.  A part of
# accel-headers, to be read with `.'; POSIX sh.
# Copyright (C) 2026 The accelfix authors
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# A small plugin is compiled with the headers, loaded into the real lto1, run
# as an RTL pass over a function, and the sizes that it was compiled with are
# compared with those of the objects in lto1.

# Print the folder of target $1 below GCC's gcc/config.
cpu_of ()
{
  case $1 in
    nvptx-*) echo nvptx ;;
    amdgcn-*) echo gcn ;;
    *) echo "${1%%-*}" ;;
  esac
}

# Print the C++ compiler to build a plugin for GCC $1 with.
cxx_of ()
{
  if command -v "g++-$1" >/dev/null 2>&1; then
    echo "g++-$1"
  elif command -v g++ >/dev/null 2>&1; then
    echo g++
  else
    return 1
  fi
}

# The language that GCC's own build uses from its major version $1 on.
std_of ()
{
  if test "$1" -ge 15; then echo gnu++14; else echo gnu++11; fi
}

# Prove the headers in folder $1 for GCC $2, target $3, working in folder $4.
# Prints one sentence and returns 1 if they do not fit.
prove ()
{
  p_inc=$1 p_gcc=$2 p_target=$3 p_work=$4
  p_driver=$(driver_of "$p_gcc" "$p_target")
  if test -z "$p_driver"; then
    echo "there is no GCC $p_gcc offload compiler for $p_target in PATH"
    return 1
  fi
  if test ! -r "$p_inc/gcc-plugin.h" || test ! -r "$p_inc/tm.h"; then
    echo "$p_inc has no gcc-plugin.h and tm.h that can be read"
    return 1
  fi
  # configargs.h is where plugin-version.h gets the configuration from.
  if ! cat "$p_inc/configargs.h" "$p_inc/plugin-version.h" 2>/dev/null |
       grep -q -e "--target=$p_target "; then
    p_of=$(cat "$p_inc/configargs.h" "$p_inc/plugin-version.h" 2>/dev/null |
	   sed -n 's/.*--target=\([^ "]*\).*/\1/p' | sed 1q)
    if grep -q -e --enable-as-accelerator-for "$p_inc/configargs.h" \
	"$p_inc/plugin-version.h" 2>/dev/null; then
      echo "$p_inc has headers for $p_of, not for $p_target"
    else
      echo "$p_inc has the headers of the host compiler${p_of:+ ($p_of)}," \
	"whose types are laid out otherwise than in $p_target's lto1, so a" \
	"plugin built with them would corrupt it: make the right ones with" \
	"config/accel-headers"
    fi
    return 1
  fi
  if ! p_cxx=$(cxx_of "$p_gcc"); then
    echo "there is no C++ compiler in PATH; install the package g++"
    return 1
  fi
  if ! command -v "gcc-$p_gcc" >/dev/null 2>&1; then
    echo "there is no gcc-$p_gcc in PATH, the compiler that offloads with" \
      "$p_driver; install the package gcc-$p_gcc"
    return 1
  fi
  if ! command -v readelf >/dev/null 2>&1; then
    echo "there is no readelf in PATH; install the package binutils"
    return 1
  fi
  p_lto1=$("$p_driver" -print-prog-name=lto1)
  test -x "$p_lto1" || { echo "$p_driver finds no lto1"; return 1; }
  mkdir -p "$p_work" || { echo "cannot make the folder $p_work"; return 1; }

  # Since GCC 12 the tree writes "final override" outright.
  if ! "$p_cxx" "-std=$(std_of "$p_gcc")" -O1 -fno-rtti -fno-exceptions \
	-fPIC -shared -DFINAL_OVERRIDE= -w -I"$p_inc" \
	-I"$p_inc/config/$(cpu_of "$p_target")" \
	-o "$p_work/trial.so" "$parts/headers-trial.cc" 2> "$p_work/trial.err"; then
    echo "a plugin does not compile with the headers in $p_inc:" \
      "$(grep -m1 error "$p_work/trial.err")"
    return 1
  fi
  cat > "$p_work/trial.c" <<'TRIAL'
#pragma omp declare target
int accel_headers_trial (int *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] > 3 ? a[i] : i;
  return s;
}
#pragma omp end declare target
TRIAL
  if ! "gcc-$p_gcc" -O2 -fopenmp -foffload="$p_target" -c \
	-o "$p_work/trial.o" "$p_work/trial.c" 2> "$p_work/trial.err"; then
    echo "gcc-$p_gcc does not compile a trial program:" \
      "$(sed 1q "$p_work/trial.err")"
    return 1
  fi
  "$p_driver" -xlto "$p_work/trial.o" -O2 -S -o "$p_work/trial.s" \
    -fplugin="$p_work/trial.so" 2> "$p_work/trial.err"
  p_status=$?
  p_bad=$(sed -n 's/^trial version \([a-z]*\) \[\(.*\)\] \[\(.*\)\]$/\1 \2|\3/p' \
	  "$p_work/trial.err" |
	  while read -r f v; do
	    test "${v%%|*}" = "${v#*|}" ||
	      echo "$f is ${v%%|*} in the headers and ${v#*|} in lto1"
	  done | sed 1q)
  if test -n "$p_bad"; then
    echo "the headers in $p_inc are of another release than $p_lto1: $p_bad"
    return 1
  fi
  readelf -W --dyn-syms "$p_lto1" 2>/dev/null |
    awk '{ sub (/@.*/, "", $8); print $8, $3 }' > "$p_work/syms"
  p_bad=$(sed -n 's/^trial size //p' "$p_work/trial.err" |
	  while read -r sym size; do
	    real=$(awk -v s="$sym" '$1 == s { print $2; exit }' \
		   "$p_work/syms")
	    case $real in 0x*) real=$((real)) ;; esac
	    test "$real" = "$size" ||
	      echo "$sym has $size bytes in the headers and ${real:-no} in lto1"
	  done | sed 1q)
  if test -n "$p_bad"; then
    echo "the headers in $p_inc do not have the layout of $p_lto1: $p_bad"
    return 1
  fi
  if test $p_status != 0; then
    echo "$p_lto1 does not load a plugin built with the headers in" \
      "$p_inc: $(grep -m1 -E 'error|Segm' "$p_work/trial.err")"
    return 1
  fi
  p_seen=$(sed -n 's/^trial function accel_headers_trial known \([0-9]*\) unknown 0 sp [01] blocks \([0-9]*\)$/\1 \2/p' \
	   "$p_work/trial.err")
  case $p_seen in
    '' | 0\ * | *\ [012])
      echo "a pass built with the headers in $p_inc does not see the" \
	"function it runs on: $(grep -m1 'trial function' "$p_work/trial.err")"
      return 1 ;;
  esac
  return 0
}

#! /bin/sh
# Planted faults: each kernel in tests/faults must be reported as it says, and
# nothing else must be.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: srcdir=DIR sh faults.sh [SANITIZER | native [FILE]]
# With SANITIZER, tests/vm-run.SANITIZER runs them; with native, native code does,
# which says the same.  FILE: only those of tests/faults/FILE.s.  In the environment, vm_run:
# that in place of tests/vm-run; kernels: where what was built is; first, if it is set: no
# more after the first failure; only: the processor to run all of them on.
# Each DIR/tests/faults/*.s is the body of one kernel or more, and can use the
# macros of macros.inc.  A kernel starts with ";; NAME: CPU... : OPTIONS" and says
# in its next lines
#   ;= STATUS			exit status of vm-run
#   ;! TEXT			of a report; as many as there must be
#   ;? TEXT			of what else is said
#   ;- TEXT			of what is not said
#   ;~ BYTES			of LDS, if not 256
# The scratch descriptor is in s[0:3], the dispatch packet's address in s[4:5],
# that of the kernel arguments in s[6:7]; the work item is in v0 to v2.  The
# program's exit status is what is stored at s[6:7] plus 32.

. "${0%/*}/../../simt/tests/lib.sh"
. "${0%/*}/../../simt/tests/offload.sh"
: "${srcdir:=.}" "${vm_run:=tests/vm-run}"
tmp=`mktemp -d` || exit 2
: "${kernels:=`pwd`/tests/tmp/kernels}"
mkdir -p "$kernels" || exit 2

# What gcc refuses to compile would be interpreted, and nobody would notice.
watch_gcc ()
{
  gcc=`command -v gcc` || return
  mkdir "$tmp/bin" || exit 2
  cat >"$tmp/bin/gcc" <<END
#! /bin/sh
'$gcc' "\$@" 2>'$tmp/bin/err.'\$\$ && exec rm -f '$tmp/bin/err.'\$\$
exit 1
END
  chmod +x "$tmp/bin/gcc" || exit 2
  PATH=$tmp/bin:$PATH; export PATH
}

case ${1-} in
  '') run=$vm_run ;;
  native)
    run="$vm_run --native"
    XDG_CACHE_HOME=$tmp; export XDG_CACHE_HOME
    watch_gcc ;;
  *) run=$vm_run.$1 ;;
esac
trap 'rm -rf "$tmp"' 0

find_gcn_binutils
if test "$as" = none || test "$ld" = none; then
  echo "UNSUPPORTED: no assembler or linker for amdgcn"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi

# Sets assembler to that for processor $1, or to none.
find_assembler ()
{
  test "$1" != "$found_for" || return 0
  found_for=$1
  assembler=$as version= attr=
  case $1 in
    gfx1*) attr=-mattr=+wavefrontsize64 ;;
  esac
  case $1 in
    gfx94? | gfx95? | gfx1*)
      # A version of code objects that the linker knows.
      version=--amdhsa-code-object-version=4
      for assembler in llvm-mc-22 llvm-mc-21 llvm-mc-20 llvm-mc-19 none; do
	"$assembler" -triple=amdgcn--amdhsa -mcpu=help </dev/null 2>&1 \
	  | grep -q "^ *$1 " && break
      done ;;
  esac
}

found_for=

# What kernels are made with besides their bodies.
with=`cat "$srcdir/tests/faults/macros.inc" "$0" | cksum | tr ' ' .`

# Builds kernel body $1, whose sum is $sum, for processor $2 as $3.  What was built is kept
# for other runs of this: the checks run all kernels three times.
build ()
{
  kept=$kernels/$2.${assembler##*/}.$with.$sum.$lds
  test ! -f "$kept" || { cp "$kept" "$3"; return; }
  {
    cat "$srcdir/tests/faults/macros.inc"
    echo " .text"; echo " .globl main"; echo " .p2align 8"
    echo " .type main,@function"
    echo "main:"
    # These have no descriptor in s[0:3]: all comes four registers earlier.
    flat=no
    case $2 in
      gfx94? | gfx95? | gfx11*)
	flat=yes
	echo " s_mov_b64 s[6:7], s[2:3]"
	echo " s_mov_b64 s[4:5], s[0:1]" ;;
    esac
    cat "$1"
    echo " .size main, .main_end-main"
    cat <<EOF
 .rodata
 .p2align 6
 .amdhsa_kernel main
   .amdhsa_user_sgpr_dispatch_ptr 1
   .amdhsa_user_sgpr_kernarg_segment_ptr 1
   .amdhsa_private_segment_fixed_size 64
   .amdhsa_group_segment_fixed_size ${lds:-256}
   .amdhsa_system_vgpr_workitem_id 2
   .amdhsa_next_free_vgpr 64
   .amdhsa_next_free_sgpr 64
   .amdhsa_reserve_vcc 1
   .amdhsa_float_denorm_mode_32 3
   .amdhsa_float_denorm_mode_16_64 3
EOF
    test $flat = yes || cat <<EOF
   .amdhsa_user_sgpr_private_segment_buffer 1
   .amdhsa_system_sgpr_private_segment_wavefront_offset 1
EOF
    case $2 in
      gfx1*) echo "   .amdhsa_wavefront_size32 0" ;;
    esac
    # Of the 64 vector registers the second half are AGPRs.
    case $2 in
      gfx90a | gfx942 | gfx950) echo "   .amdhsa_accum_offset 32" ;;
    esac
    echo " .end_amdhsa_kernel"
  } >"$tmp/k.s"
  grep -q '^\.main_end:' "$tmp/k.s" \
    || sed 's/^ \.size main.*/.main_end:\n&/' "$tmp/k.s" >"$tmp/k2.s" \
    && test -s "$tmp/k2.s" && mv "$tmp/k2.s" "$tmp/k.s"
  "$assembler" -triple=amdgcn--amdhsa -mcpu=$2 $version $attr -filetype=obj -o "$tmp/k.o" \
    "$tmp/k.s" && "$ld" $ldopt -shared -o "$3" "$tmp/k.o" &&
    cp "$3" "$kept.$$" && mv "$kept.$$" "$kept"
}

# Whether $1 has the line $2, or a part of it.
says () { case $1 in *"$2"*) ;; *) false ;; esac }

# Runs kernel $name, whose text is in $tmp/body, on each of $cpus.
nl='
'
run_kernel ()
{
  sum=`cksum <"$tmp/body" | tr ' ' .`
  for cpu in ${only-$cpus}; do
    find_assembler $cpu
    if test "$assembler" = none; then
      skip "$name, $cpu: no assembler"; continue
    fi
    if ! build "$tmp/body" $cpu "$tmp/k" 2>"$tmp/err"; then
      cat "$tmp/err"; bad "$name, $cpu: cannot be built"; continue
    fi
    $run --time-limit=20 $options "$tmp/k" >"$tmp/out" 2>"$tmp/err"
    rc=$? n=0 w=0 why= err=
    while IFS= read -r told; do
      case $told in 'gcnvm: '*) n=$((n + 1)) ;; esac
      err=$err$told$nl
    done <"$tmp/err"
    test $rc = "$status" || why="exit status $rc, not $status;"
    old=$IFS
    IFS=$nl
    set -f
    for text in $want; do
      w=$((w + 1))
      says "$err" "$text" || why="$why no report '$text';"
    done
    for text in $said; do
      says "$err" "$text" || why="$why '$text' is not said;"
    done
    for text in $not; do
      ! says "$err" "$text" || why="$why '$text' is said;"
    done
    set +f
    IFS=$old
    test $n = $w || why="$why $n reports, not $w;"
    if test -n "$why"; then
      sed 's/^/  /' "$tmp/err"; bad "$name, $cpu: $why"
      test -z "${first-}" || end
    else
      ok "$name, $cpu"
    fi
  done
}

for f in "$srcdir"/tests/faults/${2-*}.s; do
  name=
  while IFS= read -r line || test -n "$line"; do
    case $line in
      ';; '*)
	test -z "$name" || run_kernel </dev/null
	rest=${line#*:} name=${line%%:*}
	name=${name#;; } cpus=${rest%%:*} options=${rest#*:}
	test "$options" != "$rest" || options=
	status= lds= want= said= not=
	: >"$tmp/body"
	continue ;;
      ';= '*) status=${line#;= } ;;
      ';! '*) want=$want${line#;! }$nl ;;
      ';? '*) said=$said${line#;? }$nl ;;
      ';- '*) not=$not${line#;- }$nl ;;
      ';~ '*) lds=${line#;~ } ;;
    esac
    echo "$line" >>"$tmp/body"
  done <"$f"
  test -z "$name" || run_kernel </dev/null
done

for f in "$tmp"/bin/err.*; do
  if test -s "$f"; then
    sed 's/^/  /' "$f" | head -n 5; bad "gcc refuses native code"
  fi
done
end

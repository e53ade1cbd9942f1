#! /bin/sh
# Test of gcnvm-run --initcheck with whole programs: OpenMP and OpenACC,
# compiled by the offload compiler, with libgomp in them.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: srcdir=DIR sh initcheck.sh [PROGRAM...]
# Each program of tests/undefined has a fault, and none with -DRIGHT, which must be
# silent and exit with 0.  The lines where an undefined value is used say "here":
# each of them must be in a report, and no other one in any.  "says TEXT" is a
# regular expression for a line of the reports, "flags FLAGS" is for the compiler
# (-O2).  Names that begin with "acc" are OpenACC, those with "strict" are silent
# without --initcheck-strict.  The right programs of tests/races and of tests/undefined
# must be silent too.  Skipped without an offload compiler.

. "${0%/*}/../../simt/tests/lib.sh"
srcdir=`cd "${srcdir:-.}" && pwd`
build=`pwd`
tmp=$build/tests/tmp/initcheck
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
cd "$tmp" || exit 1
unset GCNVM_RACE GCNVM_UNINIT GCNVM_DEVICE GCNVM_STATS GCNVM_JSON \
  GCNVM_INITCHECK GCNVM_INITCHECK_STRICT

. "$srcdir/../simt/tests/offload.sh"
find_offload_gcn "$build"
if test -z "$gcc"; then
  echo "SKIP: no compiler here offloads to amdgcn"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi

# compile FLAGS: $file with them.
compile ()
{
  case $name in
    acc* | quiet-acc*) mode=-fopenacc ;;
    *) mode=-fopenmp ;;
  esac
  flags=`sed -n 's|.*/\* flags \(.*\) \*/.*|\1|p' "$file"`
  $gcc -g ${flags:--O2} $mode $offload -o program "$@" "$file" \
    > out 2> err || { bad "does not compile"; return 1; }
}

# run OPTIONS: the program.  What the compiler's libraries lack of wait states is no
# matter here.
run ()
{
  "$build/gcnvm-run" --hazards=off --time-limit=60 "$@" ./program \
    > out 2> err < /dev/null
  status=$?
}

all=
if test $# -eq 0; then
  set -- `cd "$srcdir/tests/undefined" && ls *.c | sed 's/\.c$//'`
  all=yes
fi
for name in "$@"; do
  what=$name
  file=$srcdir/tests/undefined/$name.c
  compile || continue
  case $name in
    strict*)
      run --initcheck
      if test -s err; then bad "reports without --initcheck-strict"; else ok; fi
      option=--initcheck-strict ;;
    *)
      run
      if grep -q undefined err; then bad "reports without --initcheck"; else ok
      fi
      option=--initcheck ;;
  esac
  run $option
  grep '^gcnvm: .*undefined' err | grep -v '^gcnvm: [0-9]* report' > reports
  if test -s reports; then ok; else bad "no report"; fi
  grep -n 'here \*/' "$file" | cut -d: -f1 > lines
  while read -r line; do
    if grep -q "is used in [^,]*($name.c:$line)" reports; then ok
    else bad "no report of line $line"; fi
  done < lines
  others=`grep -o "is used in [^,]*($name.c:[0-9]*)" reports | sed 's/.*://' \
	  | tr -dc '0-9\n' | grep -vxFf lines | sort -u | tr '\n' ' '`
  if test -z "$others"; then ok; else bad "reports line $others"; fi
  sed -n 's|.*/\* says \(.*\) \*/.*|\1|p' "$file" > texts
  while read -r text; do
    if grep -q -e "$text" err; then ok; else bad "does not say $text"; fi
  done < texts
  most=`wc -l < texts`
  test $most -gt 2 || most=2
  if test `wc -l < reports` -le $most; then ok; else bad "`wc -l < reports` reports"
  fi
  compile -DRIGHT || continue
  run $option
  if test -s err; then bad "-DRIGHT: reports"; else ok; fi
  if test $status = 0; then ok; else bad "-DRIGHT: status $status"; fi
done

if test -n "$all"; then
  for file in "$srcdir"/tests/races/*.c; do
    name=`basename $file .c`
    what="$name, which is right"
    compile -DRIGHT || continue
    run --initcheck
    if grep -q undefined err; then bad "reports"; else ok; fi
    if test $status = 0; then ok; else bad "status $status"; fi
  done

  # Reports in files, suppressions, the exit status, and with --uninit=off.
  name=omp-alloc
  file=$srcdir/tests/undefined/$name.c
  what=files
  if compile; then
    run --initcheck --uninit=off --json=r.json --sarif=r.sarif \
      --error-exitcode=9
    if test $status = 9; then ok; else bad "status $status"; fi
    line=`grep -n 'here \*/' "$file" | cut -d: -f1`
    if grep -q '"kind":"initcheck".*"file":"omp-alloc.c","line":'$line r.json
    then ok; else bad "JSON"; fi
    if grep -q '"ruleId": *"initcheck"' r.sarif; then ok; else bad "SARIF"; fi
    run --initcheck --gen-suppressions
    sed -n 's/^gcnvm: suppression: //p' err > supp
    if grep -q '^initcheck ' supp; then ok; else bad "no suppression"; fi
    run --initcheck --suppressions=supp
    if grep -q 'undefined value decides' err; then bad "not suppressed"
    else ok; fi
  fi
fi

cd "$build" && rm -rf "$tmp"
end

# Test of --initcheck with the programs of undefined/; read by the machines'
# initcheck.sh, in the build folder of one of them.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage: what planted.sh says, and names of programs, or none for all.
# "here" says where an undefined value is used.  Names that begin with "strict" are
# silent without --initcheck-strict.  The right programs of races/ and of undefined/
# must be silent too.

folder=undefined
. "$srcdir/../simt/tests/planted.sh"

all=
test $# -gt 0 || { all=yes; set -- `names undefined`; }
for name in "$@"; do
  what=$name
  file=$programs/undefined/$name.c
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
  grep "^$machine: .*undefined" err | grep -v "^$machine: [0-9]* report" > reports
  if test -s reports; then ok; else bad "no report"; fi
  lines 'is used in [^,]*'
  no_others 'is used in [^,]*'
  says
  most=`wc -l < texts`
  test $most -gt 2 || most=2
  # GCC 13 and later unroll loops: what one line of the source does counts once.
  case $machine:$major in
    ptxvm:1[3-9])
      sed 's/ from .* and is used in/ and is used in/; s/, block .*//' reports |
	sort -u > once && mv once reports ;;
  esac
  if test `wc -l < reports` -le $most; then ok
  else bad "`wc -l < reports` reports"; fi
  right $option
done

if test -n "$all"; then
  for name in `names races`; do
    file=$programs/races/$name.c
    what="$name, which is right"
    case $name in quiet*) elsewhere && continue ;; esac
    compile -DRIGHT || continue
    run --initcheck
    if grep -q undefined err; then bad "reports"; else ok; fi
    if test $status = 0; then ok; else bad "status $status"; fi
  done

  # Reports in files, suppressions, the exit status, and with --uninit=off.
  name=omp-alloc
  file=$programs/undefined/$name.c
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
    sed -n "s/^$machine: suppression: //p" err > supp
    if grep -q '^initcheck ' supp; then ok; else bad "no suppression"; fi
    run --initcheck --suppressions=supp
    if grep -q 'undefined value decides' err; then bad "not suppressed"
    else ok; fi
  fi
fi

cd "$build" && rm -rf "$tmp"
end

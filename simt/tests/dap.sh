# Test of a machine's debug adapter, as an editor would drive it; read by the machines'
# dap.sh, in the build folder of one of them.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# $machine is the machine's name, $shared this folder; $gcc and $offload are as
# offload.sh sets them, $missing what to say where there is no $gcc.  $teams are
# clauses for the region, which has $threads threads then; $lanes are a fragment's,
# and $registers what the scope of registers is called.

build=`pwd`
tmp=$build/tests/tmp/dap
rm -rf "$tmp"
mkdir -p "$tmp" && cd "$tmp" || exit 1
unset LD_LIBRARY_PATH
if ! python3 -c 'import json' 2> /dev/null; then
  skip "no python3"
  end
fi
dap=$build/$machine-dap
is 0 python3 "$dap" --help
has out "Debug Adapter Protocol"
is 2 python3 "$dap" program
has err "\`program' is no argument"
if test -z "$gcc"; then
  skip "$missing"
  end
fi
cat > program.c <<C
#include <stdio.h>
struct p { int k; double w[3]; };
#pragma omp declare target
static int
add (int a, int b)
{
  int sum = a + b;
  return sum;
}
#pragma omp end declare target
int
main (void)
{
  int v[64], h[8] = { 0 };
  struct p q = { 5, { 1.5, 2.5, -0.1 } };
  for (int i = 0; i < 64; i++)
    v[i] = i * 7 % 8;
#pragma omp target map(to: v, q) map(tofrom: h) $teams
  {
    h[0] = add (1, 2);
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 64; i++)
      {
	int k = v[i];
	k = add (k, 1) & 7;
#pragma omp atomic
	h[k] += q.k;
      }
  }
  printf ("%d %d\n", h[0], h[7]);
  return 3;
}
C
$gcc -g -O0 -fopenmp $offload -o program \
  program.c > err 2>&1 || bad "program.c does not compile: `cat err`"
timeout 100 python3 "$shared/dap-client" "$dap" "$build/$machine-run" \
  "$tmp/program" "$tmp/program.c" 25 > out 2> err ||
  bad "dap-client: `tail -n 3 out; tail -n 3 err`"
# 7 is put in the place of a 6, which would go on to h[0]; but going back forgets it.
while read line; do
  has_line out "$line"
done <<E2
capabilities True
nothing: launch needs \`program', the program to be run
set 1
no program: /nosuch is no program that can be run
stopped function breakpoint True
stopped breakpoint True
threads $threads True
frame add 7 True
scopes ['Locals', '$registers']
local i 18
local k 6
local q {k = 5, w = {1.5, 2.5, -0.1}}
members [('k', '5'), ('w', '{1.5, 2.5, -0.1}')]
elements [('q.w[0]', '1.5'), ('q.w[1]', '2.5'), ('q.w[2]', '-0.1')]
evaluate -0.2
evaluate there is no variable \`nosuch' here
repl lanes $lanes: 18
set 7
stopped step 27
k 0
back step 25
k 6
unknown: $machine-dap has no request \`nosuch'
exited 3
output 43 40
adapter 0
E2

# ---- A report.
cat > fault.c <<'C'
int
main (void)
{
  int v[4] = { 0 };
#pragma omp target map(tofrom: v)
  {
    volatile int far = 1 << 28;
    v[far] = 1;
  }
  return 0;
}
C
$gcc -g -O0 -fopenmp $offload -o fault fault.c > err 2>&1 ||
  bad "fault.c does not compile: `cat err`"
is 0 timeout 100 python3 "$shared/dap-client" "$dap" "$build/$machine-run" \
  "$tmp/fault" nosuch
has_line out "exception ('always', True, True)"
grep -q "^main.* 8 fault.c \['far', 'v'\]" out && ok || bad "fault: \`cat out\`"

# ---- Emacs' dap-mode (Debian: elpa-dap-mode).
if emacs -batch --eval '(progn (require (quote package)) (package-initialize)
			       (require (quote dap-mode)))' > err 2>&1; then
  mkdir -p home
  HOME=$tmp/home
  export HOME
  is 0 timeout 100 emacs -batch -l "$shared/dap-mode.el" $machine "$dap" \
    "$build/$machine-run" "$tmp/program" "$tmp/program.c" 25 'i == 18'
  while read line; do
    has_line out "$line"
  done <<E2
at $function 25 of program.c, point at line 25
k = 6
i = 18
q = {k = 5, w = {1.5, 2.5, -0.1}}
k = 5
w = {1.5, 2.5, -0.1}
evaluated 10
threads $threads
at $function 27 of program.c, point at line 27
output 43 40
E2
else
  skip "no Emacs with dap-mode"
fi

# ---- Functions that were inlined, if they are known here.
if test -n "$inlined"; then
  cat > inline.c <<'C'
static inline int __attribute__ ((always_inline))
twice (int a, int *to)
{
  int d = to[a & 3];
  to[d & 3] = a;
  return d * 2;
}
int
main (void)
{
  int r[4] = { 2, 3, 1, 0 };
#pragma omp target map(tofrom: r)
  r[0] = twice (r[0], r);
  return r[0] & 0;
}
C
  $gcc -g -O2 -fopenmp $offload -o inline inline.c > err 2>&1 ||
    bad "inline.c does not compile: `cat err`"
  is 0 timeout 100 python3 "$shared/dap-client" "$dap" "$build/$machine-run" \
    "$tmp/inline" twice
  sed 's/twice [0-9]*/twice N/' out > frames
  has_line frames "twice N inline.c ['a', 'd', 'to']"
  has_line frames "main._omp_fn.0 13 inline.c ['r']"
fi
end

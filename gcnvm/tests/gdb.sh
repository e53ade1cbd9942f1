#! /bin/sh
# Test of gcnvm-run --gdb: GDB's remote protocol, by a client of ours, which also does what
# no debugger does; by gdb; and by LLDB.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in gcnvm's build folder.

. "${0%/*}/../../simt/tests/lib.sh"
. "${0%/*}/../../simt/tests/offload.sh"
client=`cd "${0%/*}" && pwd`/gdb-client
build=`pwd`
tmp=$build/tests/tmp/gdb
rm -rf "$tmp"
mkdir -p "$tmp" && cd "$tmp" || exit 1
unset GCNVM_DEBUG GCNVM_DEBUG_COMMANDS GCNVM_GDB GCNVM_JSON LD_LIBRARY_PATH
run=$build/gcnvm-run
mkdir temporary
TMPDIR=$tmp/temporary
export TMPDIR

# ---- The option.
is 0 $run --help
has out "--gdb[=PORT]"
is 127 $run --gdb=70000 true
has err "--gdb=70000"
find_offload_gcn "$build"
if test -z "$gcc"; then
  skip "no compiler here offloads to amdgcn"
  end
fi

cat > program.c <<'C'
#include <stdio.h>
struct p { int k; double w[3]; };
#pragma omp declare target
int released;
static int
add (int a, int b)
{
  int sum = a + b;
  return sum * 2;
}
#pragma omp end declare target
int
main (int argc, char **argv)
{
  int h[8] = { 0 }, v[4] = { 1, 2, 3, 4 }, spin = argc > 1 && argv[1][0] == 's';
  int at = argc > 1 && argv[1][0] == 'f' ? 1 << 20 : 0;
  struct p q = { 5, { 1.5, 2.5, -0.1 } };
#pragma omp target map(to: q) map(tofrom: h, v)
  {
    int local[4] = { 1, 2, 3, 4 };
    for (int i = 0; i < 16; i++)
      {
	int k = add (i, q.k);
	local[i & 3] += k;
	h[i & 7] += local[i & 3];
      }
    while (spin && !*(volatile int *) &released)
      ;
    v[at] = h[1];
  }
  printf ("%d %d\n", h[1], v[0]);
  return argc > 1 && argv[1][0] == 'e' ? 3 : 0;
}
C
$gcc -g -O0 -fopenmp $offload -o program program.c > err 2>&1 ||
  bad "program.c does not compile"
is 0 ./program
mv out right
$run --gdb --debug-commands=right ./program > out 2> err
has err "leaves --debug-commands and --debug-output nothing to do"
is 0 $run --gdb true
cat > none.c <<'C'
int main (void) { extern int omp_get_num_devices (void); return omp_get_num_devices () != 1; }
C
$gcc -fopenmp $offload -o none none.c > err 2>&1 || bad "none.c does not compile"
is 0 $run --gdb ./none
has err "no kernel was run"

# ---- Our client.
if python3 -c 'import socket' 2> /dev/null; then
  is 0 python3 "$client" "$run" ./program
  grep -v '^ok$' out > wrong
  grep -c '^ok$' out > count
  if test -s wrong; then bad "the client: `head -n 5 wrong`"; else ok; fi
  if test "`cat count`" = 80; then ok; else bad "the client: `cat count` checks"; fi
else
  skip "no python3"
fi

# start ARGUMENTS...: start the program; sets port, or to nothing.
start ()
{
  rm -f said
  $run --gdb ./program "$@" > printed 2> said < /dev/null &
  pid=$! port=
  for k in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    port=`sed -n 's/.*waiting for a debugger at 127.0.0.1:\([0-9]*\)$/\1/p' said 2> /dev/null`
    test -n "$port" && return
    sleep 0.5
  done
  bad "no port: `cat said`"
}

# with_gdb: have gdb do what is in commands, to the program's end.
with_gdb ()
{
  start e
  timeout 60 gdb -nx -batch -ex "target remote 127.0.0.1:$port" -x commands > out 2>&1
  wait $pid
  status=$?
  test $status = 3 && ok || bad "gdb: status $status"
}

# ---- gdb.
if command -v gdb > /dev/null \
   && gdb -nx -batch -ex 'set architecture i386:x86-64' > /dev/null 2> err \
   && ! test -s err; then
  cat > commands <<'C'
set pagination off
info threads
monitor break add if a == 2
continue
monitor backtrace
monitor print sum
monitor next
continue
monitor print sum
monitor reverse-step
monitor delete
continue
C
  with_gdb
  has out "(group (0,0,0) wave 0, runs)"
  has out "Breakpoint 1: program.c:8"
  has out "*#0  add (program.c:8)"
  has out "\$1 = "
  has out "\$2 = 7"
  has out "\`reverse-step' is not for a program that another debugger holds"
  has out "exited with code 03"
  is 0 cmp printed right
  cat > commands <<'C'
set pagination off
sharedlibrary
break program.c:23 if $rip != 0
continue
delete
next
break add
continue
next
info args
backtrace 2
finish
delete
continue
C
  with_gdb
  has out "hit Breakpoint 1, main._omp_fn () at program.c:23"
  has_line out "24		local[i & 3] += k;"
  has out "hit Breakpoint 2, add "
  has_line out "a = 1"
  has_line out "b = 5"
  has out "#0  add (a=1, b=5) at program.c:8"
  grep -q '^#1 .* in main._omp_fn () at program.c:23' out && ok || bad "no caller"
  has out "Value returned is \$1 = 12"
else
  skip "no gdb that knows x86-64"
fi

# ---- LLDB.
lldb=
for k in lldb lldb-22 lldb-19 lldb-16 lldb-15 lldb-14; do
  if command -v $k > /dev/null; then
    lldb=$k
    break
  fi
done
if test -n "$lldb"; then
  cat > commands <<'C'
breakpoint set -f program.c -l 23 -c 'i == 2'
continue
bt
frame variable i local h
next
step
process plugin packet monitor print k
thread list
expression local[1] = 77
print local[1] + i
breakpoint delete 1
breakpoint set -n add
continue
frame variable a b
finish
register read s14_15 exec v0
register write s5 0x7b
register read s5
process plugin packet monitor info lanes
breakpoint delete 2
watchpoint set expression -s 4 -- &local[0]
continue
watchpoint delete 1
continue
C
  start e
  timeout 100 $lldb -x -b -o "gdb-remote $port" -s commands > out 2>&1
  wait $pid
  status=$?
  test $status = 3 && ok || bad "$lldb: status $status"
  while read line; do
    has out "$line"
  done <<'E2'
name = 'group (0,0,0) wave 0', stop reason = breakpoint 1.1
`main._omp_fn.0
at program.c:23:10
(int) i = 2
(int[4]) local = ([0] = 11, [1] = 14, [2] = 3, [3] = 4)
stop reason = step over
at program.c:24:
stop reason = step in
at program.c:25:
$1 = 14
(int) 79
stop reason = breakpoint 2.1
(int) a = 3
(int) b = 5
stop reason = step out
= 16
exec = 0x
s5 = 0x0000007b
* wave 0, lanes 0-63: runs
stop reason = watchpoint 1
exited with status = 3
E2
  # Optimised: an inlined function, and a frame without a frame pointer.
  sed 's/static int/__attribute__ ((noinline)) static int/' program.c > called.c
  for source in program called; do
    $gcc -g -O2 -fopenmp $offload -o program $source.c > err 2>&1 ||
      bad "$source.c does not compile"
    start
    timeout 100 $lldb -x -b -o "gdb-remote $port" -o 'breakpoint set -f '$source'.c -l 8' \
      -o continue -o bt -o 'breakpoint delete 1' -o continue > out 2>&1
    wait $pid
    status=$?
    test $status = 0 && ok || bad "$lldb: status $status"
    grep -q 'frame #0: .*`.*add' out && ok || bad "$source.c: no frame of add"
    grep -q 'frame #1: .*`main._omp_fn.0' out && ok || bad "$source.c: no caller"
    hasnt out "frame #2:"
  done
else
  skip "no lldb"
fi
# Nothing is left behind.
ls temporary | grep '^gcnvm' > out
if test -s out; then bad "left behind: `head -n 1 out`"; else ok; fi
# A signal ends a program that is held.
start
kill $pid
wait $pid
status=$?
test $status != 0 && ok || bad "SIGTERM: status $status"
end

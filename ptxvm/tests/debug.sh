#! /bin/sh
# Test of ptxvm-run --debug: breakpoints, steps, lanes, variables, registers, memory,
# watchpoints, reports, and commands that are wrong.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.

. "${0%/*}/../../simt/tests/lib.sh"
. "${0%/*}/../../simt/tests/offload.sh"
. "${0%/*}/../../simt/tests/debugger.sh"
build=`pwd`
tmp=$build/tests/tmp/debug
rm -rf "$tmp"
mkdir -p "$tmp" && cd "$tmp" || exit 1
unset PTXVM_DEBUG PTXVM_DEBUG_COMMANDS PTXVM_JSON NVPTX_NONE_RUN LD_LIBRARY_PATH
machine=ptxvm run=$build/ptxvm-run

# ---- PTX by hand: two warps, of which the first one's odd lanes call a function; lane
# 5 has left ahead of that.
cat > main.ptx <<'PTX'
.version 6.0
.target sm_35
.address_size 64
.file 1 "a.c"
.global .align 4 .b8 count[16] = { 7, 0, 0, 0, 9 };
.func twice (.reg .u32 %x)
{
	.reg .u32 %y;
	.loc 1 2 3
	add.u32 %y, %x, %x;
	.loc 1 3 3
	st.global.u32 [count], %y;
	ret;
}
.visible .entry __main (.param .u64 ret, .param .u32 argc, .param .u64 argv)
{
	.reg .u64 %a;
	.reg .u32 %n, %t, %i;
	.reg .f64 %d;
	.reg .pred %p, %q;
	.loc 1 10 3
	ld.param.u64 %a, [ret];
	mov.u32 %t, %tid.x;
	mov.u32 %n, 3;
	mov.u32 %i, 0;
	.loc 1 11 8
	mov.f64 %d, 2.5;
LOOP:
	.loc 1 12 5
	add.u32 %n, %n, 10;
	.loc 1 11 20
	add.u32 %i, %i, 1;
	setp.lt.u32 %p, %i, 4;
	@%p bra LOOP;
	.loc 1 13 3
	call twice, (%n);
	.loc 1 14 3
	st.u32 [%a], 0;
	.loc 1 15 3
	ret;
}
PTX
i=0
while test $i -lt 20; do
  i=`expr $i + 1`
  echo "source line $i"
done > a.c

debug 0 main.ptx <<'C'
print %n
break a.c:11
break twice
info breakpoints
run
print %n
print/x %n
print %d
print %p
print $lane + 10 * $warp
list
next
print %d * 2
next
step
print %i
print %n == 13 && %i < 1
continue
backtrace
print %x
print %y
up
print %n
down
info registers %x
finish
print count[0]
print count[4]
x/2w &count
print count[0] = 77
print count[0]
info warps
info lanes
info kernel
disassemble
delete
continue
C
behind "print %n" "no kernel runs"
behind "break a.c:11" "Breakpoint 1"
behind "info breakpoints" "2   break twice"
behind run "Breakpoint 1, __main (a.c:11), block (0,0,0), warp 0, lane 0: thread (0,0,0)"
behind run "11	source line 11"
behind "print/x %n" "= 0x3"
behind "print %d" "= 0"
behind "print \$lane + 10 * \$warp" "= 0"
behind list "=> 11	source line 11"
behind next "__main (a.c:12)"
behind "print %d * 2" "= 5"
behind step "__main (a.c:12)"
behind "print %i" "= 1"
behind "print %n == 13 && %i < 1" "= 0"
# The loop's increment is in line 11 and no beginning of it.
behind continue "Breakpoint 2, twice (a.c:2)"
behind backtrace "*#0  twice (a.c:2)"
behind backtrace " #1  __main (a.c:13)"
behind "print %x" "= 43"
behind up "#1  __main (a.c:13)"
behind down "#0  twice (a.c:2)"
behind "info registers %x" "43	0x2b"
behind finish "__main (a.c:14)"
behind "print count[0]" "= 86"
behind "print count[4]" "= 9"
behind "x/2w &count" ":	0x56	0x9"
behind "print count[0] = 77" "= 77"
behind "info warps" "* warp 0, lanes 0"
behind disassemble "=> <PTX line "
behind disassemble "st.u32 [%a], 0;"
behind "info kernel" "kernel __main, launch 1: 1 x 1 x 1 blocks of 1 x 1 x 1 threads"

# What cannot be done is said, and the program goes on.
debug 0 main.ptx <<'C'
hist
break
break a.c:400
break nosuch
continue 0
watch %n
tbreak a.c:12 if %n == 33
run
print
print nosuch
print (1 + 2
print 1 +
print 1 / 0
print %nosuch
print $nosuch
print *1
print count[99]
print 3 = 4
print %i
frame 7
lane 31
warp 9
thread 5
info
info nosuch
finish
list nosuch
delete 44
x/2w 16
break a.c:14
continue
step
step
C
behind hist '`hist'"' is no command"
behind break "break where?"
behind "break nosuch" "Breakpoint 2 in nosuch"
behind "continue 0" "is no count"
behind "watch %n" "no kernel runs"
behind run "Temporary breakpoint 3, __main (a.c:12)"
behind "print %i" "= 3"
behind print "print what?"
behind "print nosuch" 'there is no variable `nosuch'
behind "print (1 + 2" "is missing"
behind "print 1 +" "is not complete"
behind "print 1 / 0" "division by zero"
behind "print %nosuch" "no register %nosuch"
behind "print \$nosuch" "there is no"
behind "print *1" "no pointer"
behind "print count[99]" "out of the array's bounds, 0 to 15"
behind "print 3 = 4" "cannot be assigned to"
behind "frame 7" "no frame 7"
behind "lane 31" "no lane 31 that runs"
behind "warp 9" "no warp 9 that runs"
behind "thread 5" "no thread (5,0,0)"
behind "info nosuch" "there is no"
behind finish "which nothing called"
behind "list nosuch" "is no line"
behind "delete 44" "no breakpoint or watchpoint"
behind "x/2w 16" "cannot be read"
behind continue "Breakpoint 4, __main (a.c:14)"
behind step "__main (a.c:15)"

# The end of the input ends the program, and a file that is not there is an error.
debug 1 main.ptx <<'C'
break 12
break a.c:12
run
C
is 2 $run --debug-commands=nosuch main.ptx
has err "nosuch, cannot be read"
echo quit > commands
is 0 $run --debug-commands=commands main.ptx
is 0 $run --debug-commands=commands --debug-output=said main.ptx
hasnt out quit
has said "(ptxvm) quit"
is 2 $run --debug-commands=commands --debug-output=/nosuch/file main.ptx
has err "/nosuch/file, for what the debugger says, cannot be written"
# Without the debugger nothing is asked.
is 0 $run main.ptx
hasnt out ptxvm

# ---- Programs.
find_offload_plugin "$build"
if test -z "$gcc"; then
  skip "no compiler here offloads to nvptx, or there is no plugin for it"
  end
fi
cat > program.c <<'C'
#include <stdio.h>
enum colour { RED, GREEN };
typedef struct { unsigned a : 3; int b : 5; char name[8]; enum colour c; } bits;
struct p { int k; double w[3]; struct p *next; };
#pragma omp declare target
int table[4] = { 1, 2, 3, 4 };
static int
add (int a, int b)
{
  int sum = a + b;
  return sum + table[a & 3];
}
#pragma omp end declare target
int
main (void)
{
  int v[64], h[8] = { 0 }, scale = 3;
  bits s = { 5, -3, "a\"c\n", GREEN };
  struct p q = { 5, { 1.5, 2.5, -0.1 }, 0 };
  for (int i = 0; i < 64; i++)
    v[i] = i * 7 % 8;
#pragma omp target map(to: v, q) map(tofrom: h, s) firstprivate(scale)
  {
    int local[4] = { 0 };
    s.c = RED;
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 64; i++)
      {
	int k = v[i];
	float f = k * 0.5f;
	unsigned char c = 'A' + k;
	k = add (k, scale);
	local[i & 3] = k + (int) f + c;
#pragma omp atomic
	h[k & 7] += q.k;
      }
    h[0] = local[3];
  }
  printf ("%d %d\n", h[0], s.c);
  return 0;
}
C
$gcc -g -O0 -fopenmp $offload -o program program.c > err 2>&1 ||
  bad "program.c does not compile: `cat err`"
debug 0 ./program <<'C'
break program.c:24
break 33 if i == 18
break add if a == 6
run
print scale
print s
ptype s
print s.name[2]
print/x s.a
print q
print *&q
print h
ptype &q
print v[3]
print v[64]
next 2
print s.c
disable 3
continue
print i
print k
print f
print c
info locals
backtrace
print h
watch h[k & 7]
continue
disable 2
enable 3
delete 4
continue
print a
print sum
next
print sum
print table
print table[1] = 20
up
print i
finish
delete
continue
C
behind run "program.c:24)"
behind "print scale" "= 3"
behind "print s" '{a = 5, b = -3, name = "a\"c\n", c = GREEN}'
behind "ptype s" "type = bits"
behind "print s.name[2]" "99 'c'"
behind "print/x s.a" "0x5"
behind "print q" "{k = 5, w = {1.5, 2.5, -0.1}, next = 0x0}"
behind "print *&q" "{k = 5, w = {1.5, 2.5, -0.1}, next = 0x0}"
behind "print h" "{0, 0, 0, 0, 0, 0, 0, 0}"
behind "ptype &q" "type = struct p *"
behind "print v[3]" "= 5"
behind "print v[64]" "out of the array's bounds, 0 to 63"
behind "print s.c" "= RED"
behind continue "Breakpoint 2, main"
behind "print i" "= 18"
behind "print k" "= 12"
behind "print f" "= 3"
behind "print c" "71 'G'"
behind "info locals" "f = 3"
behind "info locals" "q = {k = 5, w = {1.5, 2.5, -0.1}, next = 0x0}"
behind "info locals" "scale = 3"
behind backtrace "*#0  main"
behind "print sum" "= "
behind "print table" "{1, 2, 3, 4}"
behind "print table[1] = 20" "= 20"
has out "Watchpoint 4: h[k & 7]"
has out "Breakpoint 3, add (program.c:10)"

# Lanes: a branch that the even ones take.
cat > lanes.c <<'C'
int
main (void)
{
  int x[32];
#pragma acc parallel loop vector vector_length(32) copyout(x)
  for (int i = 0; i < 32; i++)
    {
      int t = i * 3;
      if (i & 1)
	t = -t;
      else
	t = t + 100;
      x[i] = t;
    }
  return x[2] != 106;
}
C
$gcc -g -O0 -fopenacc $offload -o lanes lanes.c > err 2>&1 ||
  bad "lanes.c does not compile: `cat err`"
debug 0 ./lanes <<'C'
break lanes.c:10
break lanes.c:13
run
print $mask
info lanes
lanes t
lane 2
lane 3
print t
continue
continue
lanes t % 100 == 6
thread 7
continue
continue
C
behind run "Breakpoint 1, main"
behind run "lanes 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)"
behind "lanes t" "lane 31: 93"
behind "lane 3" "lane 3: thread (3,0,0)"
behind "print t" "= 9"

# A report stops where it was made, ahead of what it ends.
cat > bad.c <<'C'
int
main (void)
{
  int a[8], n = 9;
#pragma omp target map(tofrom: a, n)
  for (int i = 0; i < n; i++)
    a[i * 10] = i;
  return a[0];
}
C
$gcc -g -O0 -fopenmp $offload -o bad bad.c > err 2>&1 ||
  bad "bad.c does not compile: `cat err`"
echo "run
print i
print n
continue" > commands
$run --debug-commands=commands ./bad > out 2> err < /dev/null
test $? != 0 && ok || bad "the access that is out of bounds ends nothing"
has out "Reported, main"
behind "print i" "= 1"
behind "print n" "= 9"
has err "out of bounds"

# Back in time: the lines before, a breakpoint that was passed, who wrote a value; what
# was printed is not printed again.
cat > back.c <<'C'
#include <stdio.h>
int
main (void)
{
  int h[4] = { 0 }, sum = 0;
  puts ("before");
  fflush (stdout);
#pragma omp target map(tofrom: h, sum)
  {
    for (int i = 0; i < 20; i++)
      {
	int k = i % 4;
	h[k] = h[k] + i;
	sum += k;
      }
    h[2] = h[2] * 2;
    sum = sum + 1;
    sum = sum + 1;
  }
  printf ("%d %d\n", h[2], sum);
  return 0;
}
C
$gcc -g -O0 -fopenmp $offload -o back back.c > err 2>&1 ||
  bad "back.c does not compile: `cat err`"
debug 0 ./back <<'C'
break back.c:13 if i == 7
break back.c:17
run
reverse-continue
continue
print h
reverse-step
print h
reverse-next
print i
reverse-continue
print i + 0
print h[3]
last-write h[1]
print i * 2
print k
rs
last-write sum
print k + 0
delete
continue
C
behind run "Breakpoint 1, main"
behind reverse-continue "No breakpoint was passed before"
behind continue "Breakpoint 2, main"
behind "print h" "{40, 45, 100, 55}"
behind reverse-step "(back.c:16)"
behind reverse-next "(back.c:10)"
behind "print i + 0" "= 7"
behind "print h[3]" "= 3"
behind "last-write h[1]" "(back.c:13)"
behind "print i * 2" "= 10"
behind "print k" "= 1"
behind rs "(back.c:12)"
behind "last-write sum" "(back.c:14)"
# With i = 4, zero was added.
behind "print k + 0" "= 3"
test `grep -c '^before' out` = 1 && ok || bad "what was printed is printed again"
has out "100 32"

# With -Og: what is in registers, and what comes by the hidden argument in one.
$gcc -g -Og -fopenmp $offload -o program program.c > err 2>&1 ||
  bad "program.c does not compile with -Og: `cat err`"
debug 0 ./program <<'C'
break program.c:33 if i == 18
run
print i
print i + 1
print scale
print q
print h
info locals
delete
continue
C
behind run "Breakpoint 1, main"
behind "print i" "= 18 (in %r"
behind "print i + 1" "= 19"
behind "print scale" "= 3 (in %r"
behind "print q" "= {k = 5, w = {1.5, 2.5, -0.1}, next = 0x0}"
behind "info locals" "scale = 3 (in %r"
behind "info locals" "q = {k = 5, w"

# A local variable that is nowhere hides a global one of its name.
cat > hide.c <<'C'
#pragma omp declare target
int count = 7;
int __attribute__ ((noinline, noclone))
f (int n)
{
  int count = n * 3;
  n = n + 1;
  return n;
}
#pragma omp end declare target
int
main (void)
{
  int r = 0;
#pragma omp target map(tofrom: r)
  r = f (r) + count;
  return r != 8;
}
C
$gcc -g -O2 -fopenmp $offload -o hide hide.c > err 2>&1 ||
  bad "hide.c does not compile: `cat err`"
debug 0 ./hide <<'C'
break f
run
print count
up
print count
delete
continue
C
behind run "f (hide.c:"
awk '/^\(ptxvm\) print count/ { n++ } n == 1' out > answer
has answer '`count'"' is in no memory here"
awk '/^\(ptxvm\) print count/ { n++ } n == 2' out > answer
has answer "= 7"

# ---- A program without host code: types are in a file that is named.
alone_source
cc=/usr/bin/x86_64-linux-gnu-accel-nvptx-none-$gcc
GCC_OFFLOAD_OMP_REQUIRES_FILE=/dev/null
export GCC_OFFLOAD_OMP_REQUIRES_FILE
if test -x $cc && $gcc -g -O0 -fopenmp -foffload=nvptx-none -c alone.c 2> err \
   && $cc -g -O0 -xlto alone.o -xnone -fplugin=$plugin -mmainkernel -Wa,--no-verify \
	  -o alone 2> err; then
  alone ./alone
  behind "info locals" "sum = 5"
  behind "print *q" "this is no pointer"
  behind "ptype q" "type = <8 bytes>"
  behind "ptype d" "type = <1 byte> [16]"
  alone --debug-types=alone.o ./alone
  alone_known
  if $gcc -g -O2 -o host alone.c 2> err; then
    alone --debug-types=host ./alone
    alone_known
  fi
  is 127 $run --debug-types=alone.c ./alone
  has err "alone.c has no debug information"
else
  skip "no program for nvptx alone can be linked: `head -n 1 err`"
fi

languages
end

#! /bin/sh
# Test of gcnvm-run --debug: breakpoints, steps, lanes, variables, registers, memory,
# watchpoints, reports, back in time, and commands that are wrong.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in gcnvm's build folder.

. "${0%/*}/../../simt/tests/lib.sh"
. "${0%/*}/../../simt/tests/offload.sh"
. "${0%/*}/../../simt/tests/debugger.sh"
build=`pwd`
tmp=$build/tests/tmp/debug
rm -rf "$tmp"
mkdir -p "$tmp" && cd "$tmp" || exit 1
unset GCNVM_DEBUG GCNVM_DEBUG_COMMANDS GCNVM_JSON LD_LIBRARY_PATH
machine=gcnvm run=$build/gcnvm-run
find_offload_gcn "$build"
if test -z "$gcc"; then
  skip "no compiler here offloads to amdgcn"
  end
fi

# compile NAME OPTIONS...
compile ()
{
  name=$1
  shift
  $gcc -fopenmp $offload -o "$name" "$@" > err 2>&1 ||
    bad "$name does not compile: `cat err`"
}

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
compile program -g -O0 program.c

# ---- Stops, steps, calls.
debug 0 ./program <<'C'
print %s14
break program.c:24
break 33 if i == 18
break add if a == 6
info breakpoints
run
info kernel
backtrace
list
next
info locals
disable 3
continue
backtrace
up 
info locals
up
print local
down
down
info waves
wave 1
wave 0
lane 5
lane 70
wave 99
thread 0,0,2
wave 0
enable 3
disable 2
continue
print a
next
print sum
step
finish
tbreak 34
continue
info breakpoints
delete
continue
C
behind "print %s14" "no kernel runs"
behind "break program.c:24" "Breakpoint 1: program.c:24"
behind "info breakpoints" "2   break "
behind "info breakpoints" "program.c:33 if i == 18"
behind run "Breakpoint 1, main._omp_fn.0 (program.c:24), group (0,0,0), wave 0, lane 0"
behind run "24	    int local[4] = { 0 };"
behind "info kernel" "kernel main._omp_fn.0, launch "
behind "info kernel" ": 1 x 1 x 1 groups of "
behind backtrace "*#0  main._omp_fn.0 (program.c:24)"
behind list "=> 24	    int local[4] = { 0 };"
behind next "main._omp_fn.0 (program.c:25)"
behind "info locals" "scale = 3"
behind continue "Breakpoint 2, main._omp_fn.1 (program.c:33), group (0,0,0), wave 1"
behind "info waves" "* wave 1, lanes"
behind "info waves" "  wave 3, lanes"
behind "wave 0" "wave 0, lane 0: thread (0,0,0)"
behind "lane 5" "wave 0, lane 5: thread (0,5,0)"
behind "lane 70" "wave 0 has no lane 70 that runs"
behind "wave 99" "the group has no wave 99 that runs"
behind "thread 0,0,2" "wave 2, lane 0: thread (0,0,2)"
behind "print a" "= 6"
behind "print sum" "= 9"
behind step "add (program.c:12)"
behind finish "main._omp_fn.1 (program.c:32)"
behind "tbreak 34" "Temporary breakpoint 4: "
has out "Temporary breakpoint 4, main._omp_fn.1 (program.c:35)"
# A team's threads are called by libgomp, with frames of its own.
awk '/^\(gcnvm\) backtrace/ { n++ } n == 2' out > answer
has answer "*#0  main._omp_fn.1 (program.c:33)"
has answer "main._omp_fn.0 (program.c:22)"

# ---- Values.
debug 0 ./program <<'C'
break program.c:25
break 33 if i == 18
run
next
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
print s.c
print local
print table
print table[1] = 20
print table
x/2w &table
continue
print i
print k
print f
print c
print v[i] * 2 + scale
print %s14 == %s14
print/x %exec
print $lane + 10 * $wave
print $group.x
print %nosuch
print nosuch
info locals
disassemble
backtrace
up 2
down 2
info registers exec
info registers %s14
info registers v1
lanes i
lanes %v1 >= 0
print h[2] = 1000
watch h[k & 7]
delete 2
continue
delete
continue
C
behind "print scale" "= 3"
behind "print s" '{a = 5, b = -3, name = "a\"c\n", c = RED}'
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
behind "print local" "{0, 0, 0, 0}"
behind "print table" "{1, 2, 3, 4}"
behind "print table[1] = 20" "= 20"
behind "x/2w &table" ":	0x1	0x14"
behind continue "(program.c:33)"
behind "print i" "= 18"
behind "print k" "= "
behind "print f" "= 3"
behind "print c" "71 'G'"
behind "print v[i] * 2 + scale" "= 15"
behind "print %s14 == %s14" "= 1"
behind "print \$lane + 10 * \$wave" "= 10"
behind "print \$group.x" "= 0"
behind "print %nosuch" "has no register %nosuch"
behind "print nosuch" 'there is no variable `nosuch'
behind "info locals" "f = 3"
behind "info locals" "q = {k = 5, w = {1.5, 2.5, -0.1}, next = 0x0}"
behind "info locals" "scale = 3"
behind "info locals" "i = 18"
behind disassemble "=> <+0x"
behind disassemble "flat_load"
behind backtrace "  main._omp_fn.0 (program.c:22)"
behind "up 2" "#2  "
behind "down 2" "#0  main._omp_fn.1 (program.c:33)"
behind "info registers exec" "%exec"
behind "info registers %s14" "%s14"
behind "info registers v1" "%v1"
behind "lanes i" "lanes 0-63: 18"
behind "lanes %v1 >= 0" "lanes 0-63: 1"
behind "print h[2] = 1000" "= 1000"
has out "Watchpoint 3: h[k & 7]"
has out "  by "

# ---- What cannot be done is said.
debug 0 ./program <<'C'
hist
break
break program.c:400
break nosuch
watch i
run
C
behind hist '`hist'"' is no command"
behind break "break where?"
behind "break nosuch" "Breakpoint 2 in nosuch"
behind "watch i" "no kernel runs"
is 2 $run --debug-commands=nosuch ./program
has err "gcnvm: the debugger's commands, nosuch, cannot be read"
echo quit > commands
is 0 $run --debug-commands=commands --debug-output=said ./program
hasnt out quit
has said "(gcnvm) quit"
echo help > commands
$run --debug-commands=commands ./program > out 2> err < /dev/null
has out "wave [N]"
has out "select wave N of the group"
hasnt out warp
# Without the debugger nothing is asked.
is 0 $run ./program
hasnt out gcnvm

# ---- OpenACC: what a report would end stops; back in time.
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
compile bad -g -O0 bad.c
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
compile back -g -O0 back.c
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

# A loop's increment is in its line, and no beginning of it.
debug 0 ./back <<'C'
break back.c:10
run
continue
C
behind run "Breakpoint 1, main._omp_fn.0 (back.c:10)"
behind continue "[The program ends.]"

# ---- Optimised: variables in registers, and what is gone.
cat > fast.c <<'C'
#pragma omp declare target
int __attribute__ ((noinline, noclone))
f (int *p, int n)
{
  int s = 0, unused = n + 1;
  for (int i = 0; i < n; i++)
    s += p[i];
  p[0] = s;
  return s;
}
#pragma omp end declare target
int
main (void)
{
  int v[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, r = 0;
#pragma omp target map(tofrom: v, r)
  r = f (v, 8);
  return r != 36;
}
C
compile fast -g -O1 -fno-tree-vectorize fast.c
debug 0 ./fast <<'C'
break f
break fast.c:8
run
print n
print p[2]
print unused
continue
print s
backtrace
up
print v
delete
continue
C
behind run "f (fast.c:"
behind "print n" "= 8"
behind "print p[2]" "= 3"
behind "print unused" "optimised out"
behind "print s" "= 36"
behind backtrace " #1  main._omp_fn.0 (fast.c:17)"
behind "print v" "{1, 2, 3, 4, 5, 6, 7, 8}"

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
compile hide -g -O2 hide.c
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
awk '/^\(gcnvm\) print count/ { n++ } n == 1' out > answer
has answer '`count'"' is optimised out"
awk '/^\(gcnvm\) print count/ { n++ } n == 2' out > answer
has answer "= 7"

# Functions that were inlined have frames of their own; `break' stops in each of them.
cat > inline.c <<'C'
#pragma omp declare target
int table[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
static inline int __attribute__ ((always_inline))
inner (int a, int by)
{
  int d = table[a & 7];
  table[d & 7] = a * by;
  return d + table[(d + 1) & 7];
}
static inline int __attribute__ ((always_inline))
outer (int b)
{
  int e = inner (b, 3);
  table[e & 7]++;
  return e * 2;
}
int __attribute__ ((noinline, noclone))
f (int n)
{
  int first = table[n & 3]++;
  int r = outer (n);
  table[r & 7] = n;
  return r + outer (first);
}
#pragma omp end declare target
int
main (void)
{
  int r = 2;
#pragma omp target map(tofrom: r)
  r = f (r);
  return r & 0;
}
C
for level in -Og -O1 -O2; do
  compile inline -g $level inline.c
  debug 0 ./inline <<'C'
break outer
run
backtrace
continue
delete
continue
C
  # Its first line is one of the function that is inlined in it.
  behind run "Breakpoint 1, inner (inline.c:6)"
  behind backtrace " #1  outer (inline.c:13)"
  behind continue "Breakpoint 1, inner (inline.c:6)"
  debug 0 ./inline <<'C'
break inner
run
backtrace
watch table[1]
delete 2
info locals
up
info locals
print d
finish
frame 0
frame 2
frame 1
frame 0
print n
continue
where
delete
break outer
tbreak 13
break f
break nosuch
info breakpoints
delete
continue
C
  behind run "Breakpoint 1, inner (inline.c:"
  behind backtrace "*#0  inner (inline.c:"
  behind backtrace " #1  outer (inline.c:13)"
  behind backtrace " #2  f (inline.c:21)"
  behind backtrace " #3  main._omp_fn.0 (inline.c:31)"
  behind "info locals" "a = "
  behind "info locals" "d = "
  hasnt answer "e = "
  hasnt answer "n = "
  behind up "#1  outer (inline.c:13)"
  behind up "13	  int e = inner (b, 3);"
  awk '/^\(gcnvm\) info locals/ { n++ } /^\(gcnvm\) print d/ { n = 0 } n == 2' out > answer
  has answer "e = "
  hasnt answer "d = "
  behind "print d" "there is no variable \`d' here"
  # To the caller of the frame that was selected.
  behind finish "f (inline.c:"
  behind "frame 0" "#0  f (inline.c:"
  behind "frame 2" "there is no frame 2"
  behind "print n" "= 2"
  behind continue "Breakpoint 1, inner (inline.c:"
  behind where " #2  f (inline.c:23)"
  behind "break outer" "Breakpoint 3: "
  behind "break nosuch" "no kernel that is loaded has code there"
  debug 0 ./inline <<'C'
break f
run
step
backtrace
finish
continue
C
  # Into an inlined function, however far, and out of it.
  behind step "(inline.c:"
  grep -q '^ #[12]  f (inline.c:21)' out && ok || bad "$level: step"
  hasnt out "main._omp_fn.0 (inline.c:30)"
  debug 0 ./inline <<'C'
break f
run
next
backtrace
next
next
continue
C
  behind next "f (inline.c:"
  behind backtrace "*#0  f (inline.c:"
  hasnt out "inner"
  hasnt out "outer"
done

# Without -g nothing is known but registers.
compile plain -O0 fast.c
debug 0 ./plain <<'C'
break f
run
C
hasnt out "Breakpoint 1, f"

# ---- A program without host code.  The part of its debug information that the compiler
# proper wrote is in a file that mkoffload leaves behind.
alone_source
cc=/usr/bin/x86_64-linux-gnu-accel-amdgcn-amdhsa-$gcc
GCC_OFFLOAD_OMP_REQUIRES_FILE=/dev/null
export GCC_OFFLOAD_OMP_REQUIRES_FILE
mkdir -p parts
if test -x $cc && $gcc -g -O0 -fopenmp -foffload=amdgcn-amdhsa -c alone.c 2> err \
   && $cc -g -O0 -march=$offload_cpu -xlto alone.o -xnone -o alone 2> err; then
  alone ./alone
  behind "info locals" "No variables are known here"
  behind "print q.w[1]" "there is no variable"
  (cd parts && $gcc -g -O0 -fopenmp $offload -save-temps ../alone.o -o host) 2> err
  if $cc -g -O0 -march=$offload_cpu -xlto alone.o -xnone \
	 parts/*.mkoffload.dbg0.o -o alone 2> err; then
    alone ./alone
    alone_known
  else
    skip "mkoffload leaves no debug information behind: `head -n 1 err`"
  fi
else
  skip "no program for amdgcn alone can be linked: `head -n 1 err`"
fi

languages
end

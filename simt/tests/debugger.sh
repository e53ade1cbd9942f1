# What the tests of both machines' debuggers share: $machine is the machine's name,
# $run its NAME-run.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# debug STATUS PROGRAM...: with the commands of standard input.
debug ()
{
  want=$1
  shift
  cat > commands
  $run --debug-commands=commands "$@" > out 2> err < /dev/null
  got=$?
  test $got = $want && ok || bad "$*: status $got, not $want: `tail -n 3 err`"
}

# behind COMMAND TEXT: TEXT is in what was answered to COMMAND, the first time.
behind ()
{
  awk -v c="($machine) $1" -v p="($machine)" '
    $0 == c && !n++ { on = 1; next }
    index ($0, p) == 1 { on = 0 }
    on' out > answer
  if grep -qF -e "$2" answer; then ok; else
    bad "$1: no '$2' but '`head -n 3 answer`'"; fi
}

# languages: C++: names, members without `this->'; Fortran: arrays whose first index is
# the fastest.
languages ()
{
cxx=`echo $gcc | sed 's/gcc/g++/'` fortran=`echo $gcc | sed 's/gcc/gfortran/'`
cat > class.cc <<'C'
struct base { int b; base () : b (7) {} };
template <typename T> struct box : base { T v[4]; int n; T sum () const; };
#pragma omp declare target
template <typename T> T box<T>::sum () const
{
  T s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return s;
}
template struct box<double>;
#pragma omp end declare target
int
main ()
{
  box<double> x;
  x.n = 4;
  for (int i = 0; i < 4; i++)
    x.v[i] = i;
  double r = 0;
#pragma omp target map(to: x) map(tofrom: r)
  r = x.sum ();
  return r != 6;
}
C
if $cxx -g -O0 -fopenmp $offload -o class class.cc > err 2>&1; then
  debug 0 ./class <<'C'
break class.cc:8 if i == 2
break box<double>::sum
run
continue
print s
print v
print b
print *this
up
print x.b
delete
continue
C
  behind run "Breakpoint 2, box<double>::sum() const (class.cc:6)"
  behind continue "Breakpoint 1, box<double>::sum() const (class.cc:8)"
  behind "print s" "= 1"
  behind "print v" "{0, 1, 2, 3}"
  behind "print b" "= 7"
  behind "print *this" "{<base> = {b = 7}, v = {0, 1, 2, 3}, n = 4}"
  behind "print x.b" "= 7"
else
  skip "no $cxx"
fi
cat > ref.cc <<'C'
enum level { LOW = 3, HIGH = 200 };
struct s { int a, b; };
int
main ()
{
  int x = 3, arr[200] = { 1, 2, 3, 4 };
  level l = HIGH;
  s t = { 5, 6 };
  int &rx = x;
  int (&ra)[200] = arr;
  s &rt = t;
#pragma omp target map(tofrom: rx, ra, rt, l)
  {
    rx += 1;
    ra[2] = 9;
    rt.b = rx + (l == LOW);
  }
  return x != 4;
}
C
if $cxx -g -O0 -fopenmp $offload -o ref ref.cc > err 2>&1; then
  debug 0 ./ref <<'C'
break ref.cc:16
run
print rx
print rx * 2
print ra[2]
print ra[199]
print rt
print rt.b
print *&rx
print l
delete
continue
C
  behind "print rx" "= 4"
  behind "print rx * 2" "= 8"
  behind "print ra[2]" "= 9"
  behind "print ra[199]" "= 0"
  behind "print rt" "{a = 5, b = 6}"
  behind "print rt.b" "= 6"
  behind "print *&rx" "= 4"
  behind "print l" "= HIGH"
else
  skip "no $cxx"
fi
cat > array.f90 <<'F'
program p
  implicit none
  integer :: a(4,-1:1), i, j, s
  s = 0
  a = 0
!$omp target map(tofrom: a, s)
  do j = -1, 1
    do i = 1, 4
      a(i, j) = 10 * i + j
      s = s + a(i, j)
    end do
  end do
!$omp end target
  if (s /= 300) stop 1
end program
F
if $fortran -g -O0 -fopenmp $offload -o array array.f90 > err 2>&1; then
  debug 0 ./array <<'C'
break array.f90:10 if j == 0 && i == 3
run
print a
print a(3,0)
print a(2,-1)
print a(4,2)
ptype a
delete
continue
C
  behind "print a" "{{9, 19, 29, 39}, {10, 20, 30, 0}, {0, 0, 0, 0}}"
  behind "print a(3,0)" "= 30"
  behind "print a(2,-1)" "= 19"
  behind "print a(4,2)" "out of the array's bounds, -1 to 1"
else
  skip "no $fortran"
fi
}

# alone_source: a program that is linked for the device alone, alone.c.
alone_source ()
{
cat > alone.c <<'C'
#include <stdio.h>
#pragma omp declare target
struct p { int k; double w[3]; };
int table[4] = { 1, 2, 3, 4 };
static int
add (int a, struct p *q)
{
  int sum = a + q->k;
  double d[2] = { sum * 0.5, 2 };
  table[a & 3] = sum;
  return sum + (int) d[0];
}
static int
weigh (struct p r, int k)
{
  return r.w[k & 1] * 2 + r.k;
}
int
main (int argc, char **argv)
{
  struct p q = { 5, { 1.5, 2.5, -0.1 } };
  int h[4] = { 0 };
  for (int i = 0; i < 4; i++)
    h[i] = add (i, &q) + weigh (q, i);
  printf ("%d\n", h[3]);
  return 0;
}
#pragma omp end declare target
C
}

# alone [OPTION...] PROGRAM: debug it.  alone_known: what it shows with all types.
alone ()
{
  debug 0 "$@" <<'C'
break add
run
next
info locals
print *q
ptype q
ptype d
up
info locals
print q.w[1]
watch h[0]
delete 1
continue
break weigh
continue
print r
delete
continue
C
  behind run "Breakpoint 1, add (alone.c:8)"
  behind up "#1  main (alone.c:24)"
  has_line out 22
}
alone_known ()
{
  behind "info locals" "sum = 5"
  behind "info locals" "d = {"
  behind "print *q" "{k = 5, w = {1.5, 2.5, -0.1}}"
  behind "ptype q" "type = struct p"
  behind "print q.w[1]" "= 2.5"
  # What is behind a call is of its line.
  behind continue "by main (alone.c:24)"
  behind "print r" "{k = 5, w = {1.5, 2.5, -0.1}}"
}

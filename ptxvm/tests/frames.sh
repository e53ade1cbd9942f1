#! /bin/sh
# Test of stack frames whose variables accelfix has told of: an array that is
# overrun within its frame, and the names of variables.  Each fault has a twin in
# which it is repaired: the same program with -DGOOD.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.  Skipped without an offload compiler, or without the
# plugin for it in the build folder beside.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
tmp=$build/tests/tmp/frames
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
. "$srcdir/../simt/tests/offload.sh"
cd "$tmp" || exit 1

find_offload "$build"
test -z "$gcc" || major=`$gcc -dumpversion | cut -d. -f1`
plugin=$build/../plugin/$major/nvptx-none/accelfix.so
if test -z "$gcc" || test ! -f "$plugin"; then
  echo "SKIP: no compiler here offloads to nvptx with accelfix"
  echo "0 passed, 0 failed, 96 skipped"
  exit 0
fi
ACC_DEVICE_TYPE=nvidia
export ACC_DEVICE_TYPE

# compile OUT SOURCE FRAMES FLAGS...: with the plugin's frames=FRAMES.
compile ()
{
  out=$1 source=$2 frames=$3
  shift 3
  case $source in
    *.f90) c=`echo "$gcc" | sed 's/gcc/gfortran/'` ;;
    *.C) c=`echo "$gcc" | sed 's/gcc/g++/'` ;;
    *) c=$gcc ;;
  esac
  $c -g -w "$@" -foffload=nvptx-none \
    "$offload_options=-Wa,--no-verify -fplugin=$plugin -fplugin-arg-accelfix-frames=$frames" \
    -o $out $source > err 2>&1
}

# fault NAME.SUFFIX FLAGS TEXT: the program on standard input has one fault, which
# is told with TEXT, without optimisation and with it; with -DGOOD it has none.
fault ()
{
  what=$1 flags=$2 text=$3
  cat > $what
  if test "${what##*.}" != c \
     && ! { c=`echo "$gcc" | sed 's/gcc/g++/'`; $c --version; } > err 2>&1; then
    skipped=`expr $skipped + 8`
    return
  fi
  for level in -O0 -O2; do
    if ! compile bad $what gaps $flags $level \
       || ! compile good $what gaps $flags $level -DGOOD; then
      bad "does not compile with $level"
      continue
    fi
    "$build/ptxvm-run" ./bad > out 2> err
    status=$?
    if test $status != 0; then ok; else bad "$level: status 0"; fi
    if grep -q "out of bounds: $text" err; then ok
    else bad "$level: no '$text'"; fi
    "$build/ptxvm-run" ./good > out 2> err
    status=$?
    if test $status = 0; then ok; else bad "$level: repaired: $status"; fi
    if test -s err; then bad "$level: the repaired twin"; else ok; fi
  done
}

fault write.c -fopenmp "0 bytes past the end of work.*'s local variable \`a' (32 bytes, write.c:10) in fill" <<'EOT'
#ifdef GOOD
# define N 8
#else
# define N 9
#endif
static __attribute__ ((noinline)) void fill (int *p, int n)
{ for (int i = 0; i < n; i++) p[i] = i; }
static __attribute__ ((noinline)) int work (int n)
{
  int a[8], b[6];
  fill (a, n); fill (b, 6);
  return a[2] + b[1];
}
int main (void)
{
  int r = 0;
#pragma omp target map(tofrom: r)
  r = work (N);
  return r != 3;
}
EOT

fault read.c -fopenmp "4 bytes past the end of work.*'s local variable \`a' (32 bytes, read.c:10)" <<'EOT'
#ifdef GOOD
# define N 7
#else
# define N 9
#endif
static __attribute__ ((noinline)) void fill (int *p, int n)
{ for (int i = 0; i < n; i++) p[i] = i; }
static __attribute__ ((noinline)) int work (int n)
{
  int a[8], b[6];
  fill (a, 8); fill (b, 6);
  return *(volatile int *) &a[n] * 0 + b[1];
}
int main (void)
{
  volatile int n = N;
  int r = 0;
#pragma omp target map(tofrom: r) map(to: n)
  r = work (n);
  return r != 1;
}
EOT
fault below.c -fopenmp "4 bytes ahead of main._omp_fn.*impl's local variable \`a' (4000 bytes, below.c:14)" <<'EOT'
#ifdef GOOD
# define N 0
#else
# define N -1
#endif
static __attribute__ ((noinline)) void set (int *p, int n)
{ p[n] = 5; }
int main (void)
{
  volatile int n = N;
  int r = 0;
#pragma omp target map(tofrom: r) map(to: n)
  {
    int a[1000];
    set (a, n);
    r = a[0] * 0;
  }
  return r;
}
EOT

fault again.c -fopenmp "0 bytes past the end of work.*'s local variable \`a' (32 bytes, again.c:10) in fill" <<'EOT'
#ifdef GOOD
# define N 8
#else
# define N 9
#endif
static __attribute__ ((noinline)) void fill (int *p, int n)
{ for (int i = 0; i < n; i++) p[i] = i; }
static __attribute__ ((noinline)) int work (int depth)
{
  int a[8], b[6];
  fill (a, depth == 2 ? N : 8); fill (b, 6);
  int r = depth ? work (depth - 1) : 0;
  return r + a[2] + b[1];
}
int main (void)
{
  int r = 0;
#pragma omp target map(tofrom: r)
  for (int i = 0; i < 3; i++)
    r = work (4);
  return r != 15;
}
EOT

fault blocks.c -fopenmp "0 bytes past the end of main._omp_fn.*impl's local variable \`[ab]' ([0-9]* bytes, blocks.c" <<'EOT'
#ifdef GOOD
# define N 0
#else
# define N 1
#endif
static __attribute__ ((noinline)) int fill (int *p, int n)
{ int s = 0; for (int i = 0; i < n; i++) s += p[i] = i; return s; }
int main (void)
{
  int r = 0;
#pragma omp target map(tofrom: r)
  {
    { int a[8]; r += fill (a, 8 + N); }
    { int b[30]; r += fill (b, 30); }
  }
  return r != 463;
}
EOT

fault lanes.c -fopenmp "0 bytes past the end of work.*'s local variable \`a' (32 bytes, lanes.c:10) in fill" <<'EOT'
#ifdef GOOD
# define N 8
#else
# define N 9
#endif
static __attribute__ ((noinline)) void fill (int *p, int n)
{ for (int i = 0; i < n; i++) p[i] = i; }
static __attribute__ ((noinline)) int work (int i)
{
  int a[8], b[6];
  fill (a, i == 5 ? N : 8); fill (b, 6);
  return a[2] + b[1];
}
int main (void)
{
  int r = 0;
#pragma omp target map(tofrom: r)
#pragma omp simd reduction(+: r)
  for (int i = 0; i < 64; i++)
    r += work (i);
  return r != 192;
}
EOT

fault private.c -fopenmp "0 bytes past the end of main._omp_fn.*local variable \`q' (20 bytes, private.c:15) in fill" <<'EOT'
#ifdef GOOD
# define N 5
#else
# define N 6
#endif
static __attribute__ ((noinline)) void fill (int *p, int n)
{ for (int i = 0; i < n; i++) p[i] = i; }
int main (void)
{
  int r = 0;
#pragma omp target map(tofrom: r)
#pragma omp simd reduction(+: r)
  for (int i = 0; i < 64; i++)
    {
      int q[5], z[5];
      fill (z, 5);
      fill (q, i == 7 ? N : 5);
      r += z[1] + q[2];
    }
  return r != 192;
}
EOT

fault acc.c -fopenacc "0 bytes past the end of work.*'s local variable \`a' (32 bytes, acc.c:12) in fill.*thread (5,0,0)" <<'EOT'
#ifdef GOOD
# define N 8
#else
# define N 9
#endif
#pragma acc routine seq
static __attribute__ ((noinline)) void fill (int *p, int n)
{ for (int i = 0; i < n; i++) p[i] = i; }
#pragma acc routine seq
static __attribute__ ((noinline)) int work (int i)
{
  int a[8], b[6];
  fill (a, i == 5 ? N : 8); fill (b, 6);
  return a[2] + b[1];
}
int main (void)
{
  int r = 0;
#pragma acc parallel loop gang worker vector reduction(+: r) copy(r)
  for (int i = 0; i < 64; i++)
    {
      int q[6];
      fill (q, 6);
      r += work (i) + q[0];
    }
  return r != 192;
}
EOT

fault method.C -fopenmp "8 bytes past the end of .*run.*'s local variable \`v' (96 bytes, method.C:11)" <<'EOT'
#ifdef GOOD
# define N 4
#else
# define N 5
#endif
struct V { double x[3]; double get (int i) const { return x[i]; } };
#pragma omp declare target
template <int M> __attribute__ ((noinline))
static double run (volatile int *n)
{
  V v[M]; double d[4];
  for (int i = 0; i < *n; i++) ((volatile V *) v)[i].x[i % 3] = i;
  for (int i = 0; i < 4; i++) d[i] = i;
  return v[1].get (1) + d[2];
}
#pragma omp end declare target
int main ()
{
  double r = 0;
#pragma omp target map(tofrom: r)
  { volatile int n = N; r = run<4> (&n); }
  return r != 3;
}
EOT

# GCC 16 makes it a part of the region.
fault sub.f90 "-fopenmp -cpp" "0 bytes past the end of \(__m_MOD_work\|MAIN__._omp_fn.*impl\)'s local variable \`a' (32 bytes, sub.f90:18)" <<'EOT'
#ifdef GOOD
#define NN 8
#else
#define NN 9
#endif
module m
contains
  subroutine fill (p, n)
    !$omp declare target
    integer :: p(*), n, i
    do i = 1, n
      p(i) = i
    end do
  end subroutine
  function work (n) result (r)
    !$omp declare target
    integer :: n, r
    integer :: a(8), b(4)
    call fill (a, n)
    call fill (b, 4)
    r = a(3) + b(2)
  end function
end module
program p
  use m
  ! A value that the offload compiler does not know: GCC 16 would compute the
  ! result, and nothing would be overrun.
  integer :: r, n
  r = 0
  n = NN
  !$omp target map(tofrom: r) map(to: n)
  r = work (n)
  !$omp end target
  if (r /= 5) stop 1
end program
EOT

# Workers get a copy of the whole frame, gaps and all.
what=copies
cat > copies.c <<'EOT'
int main (void)
{
  int s = 0;
#pragma acc parallel num_workers (4) num_gangs (2) reduction(+: s) copy(s)
  {
    int a[8], b[8];
    for (int i = 0; i < 8; i++) { a[i] = i; b[i] = 2 * i; }
#pragma acc loop gang worker vector reduction(+: s)
    for (int i = 0; i < 64; i++) s += a[i & 7] + b[(i + 3) & 7];
  }
  return s != 672;
}
EOT
for level in -O0 -O2; do
  if compile copies copies.c gaps -fopenacc $level; then ok
  else bad "does not compile"; fi
  "$build/ptxvm-run" ./copies > out 2> err
  if test $? = 0; then ok; else bad "$level: status"; fi
  if test -s err; then bad "$level: reports"; else ok; fi
done

# Names.
what=name
cat > name.c <<'EOT'
static __attribute__ ((noinline)) void fill (int *p, int n)
{ for (int i = 0; i < n; i++) p[i] = i; }
static __attribute__ ((noinline)) int work (int n)
{
  int ready[4], unset[6];
  fill (ready, 4); fill (unset, n);
  if (unset[5] > ready[1]) fill (ready, 2);
  return ready[1];
}
int main (void)
{
  int r = 0;
#pragma omp target map(tofrom: r)
  r = work (5);
  return r != 1;
}
EOT
for frames in names gaps auto; do
  if compile name name.c $frames -fopenmp; then ok
  else bad "does not compile"; fi
  "$build/ptxvm-run" --initcheck ./name > out 2> err
  if grep -q "undefined.*loaded in work (name.c:7) from byte 20 of work's local variable \`unset' (24 bytes, name.c:5)" err
  then ok; else bad "$frames: no name"; fi
done
# Without -g there is nothing to tell, unless it is asked for.
compile name name.c auto -g0 -fopenmp
"$build/ptxvm-run" --initcheck ./name > out 2> err
if grep -q "undefined.*of the stack frame of work" err; then ok
else bad "auto without -g"; fi
compile name name.c names -g0 -fopenmp
"$build/ptxvm-run" --initcheck ./name > out 2> err
if grep -q "undefined.*local variable \`unset' (24 bytes" err; then ok
else bad "names without -g"; fi

# A data race names the variable, also of another thread's frame; the repaired twin has
# none.
# race NAME FLAGS TEXT: the program on standard input.
race ()
{
  what=$1 flags=$2 text=$3
  cat > $what.c
  for level in -O0 -O2; do
    if ! compile bad $what.c auto $flags $level \
       || ! compile good $what.c auto $flags $level -DGOOD; then
      bad "does not compile with $level"
      continue
    fi
    "$build/ptxvm-run" --race ./bad > out 2> err
    if grep -q "data race: .*$text" err; then ok; else bad "$level: no '$text'"; fi
    "$build/ptxvm-run" --race ./good > out 2> err
    if test -s err; then bad "$level: the repaired twin"; else ok; fi
  done
}

race team -fopenmp "byte [0-9]* of main._omp_fn.*'s local variable \`s' (256 bytes, team.c:12)" <<'EOT'
#ifdef GOOD
# define AT(I) (I)
#else
# define AT(I) (I / 16)
#endif
int main (void)
{
  int r[4] = { 0 };
#pragma omp target teams distribute num_teams(4) thread_limit(8) map(tofrom: r)
  for (int g = 0; g < 4; g++)
    {
      int s[64];
#pragma omp parallel for num_threads(8)
      for (int i = 0; i < 64; i++)
	s[i] = 0;
#pragma omp parallel for num_threads(8)
      for (int i = 0; i < 64; i++)
	s[AT (i)] += i;
      r[g] = s[1];
    }
  return r[0] < 0;
}
EOT

# GCC 11 has no gang-private variables in shared memory.
test "$major" -lt 12 ||
  race gang -fopenacc "byte [0-9]* of main._omp_fn.*'s gang-private variable \`s' (256 bytes, gang.c:11)" <<'EOT'
#ifdef GOOD
# define AT(I) (I)
#else
# define AT(I) (I / 8 * 8)
#endif
int main (void)
{
  int r[4] = { 0 };
#pragma acc parallel num_gangs(4) num_workers(8) copy(r)
  {
    int s[64], t[8];
#pragma acc loop gang private(s, t)
    for (int g = 0; g < 4; g++)
      {
#pragma acc loop worker
	for (int i = 0; i < 64; i++)
	  s[i] = t[i & 7] = 0;
#pragma acc loop worker
	for (int i = 0; i < 64; i++)
	  s[AT (i + 3 & 63)] += i;
	r[g] = s[8] + t[1];
      }
  }
  return r[0] < 0;
}
EOT

# Code with gaps runs as any other where red zones are off.
what=off
compile bad write.c gaps -fopenmp
"$build/ptxvm-run" --redzone=0 ./bad > out 2> err
if test $? = 0; then ok; else bad "status"; fi
if test -s err; then bad "reports"; else ok; fi

end

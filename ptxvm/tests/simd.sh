#! /bin/sh
# Tests of what ptxcheck says of the soft stack, its --frames and the rule
# simd-stack; and of whole programs with simd loops, in which ptxvm-run and
# ptxcheck must find the same fault.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.  The programs are skipped without an offload
# compiler.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
tmp=$build/tests/tmp/simd
rm -rf "$tmp"
. "$srcdir/../simt/tests/offload.sh"
mkdir -p "$tmp" && cd "$tmp" || exit 1

# same NAME STATUS ARG...: the output of ptxcheck is standard input.
same ()
{
  what=$1 expected=$2
  shift 2
  cat > expected
  "$build/ptxcheck" "$@" > out 2> err
  status=$?
  cat err >> out
  if test $status != $expected; then
    bad "status $status"
  elif cmp -s expected out; then
    ok
  else
    bad "not as expected"; diff expected out
  fi
}

# unit FILE: what is on standard input, as GCC's assembler leaves it.
unit ()
{
  { printf '// BEGIN PREAMBLE\n.version 6.0\n.target sm_30\n'
    printf '.address_size 64\n// END PREAMBLE\n.file 1 "a.c"\n'
    printf '.extern .shared .u64 __nvptx_stacks[32];\n'
    cat; } > $1
}

# func LINKAGE NAME FRAME ALIGN ARGS: a function; its body is standard input.
func ()
{
  printf '%s.func %s\n{\n.reg .u64 %%stack, %%frame, %%sspslot, %%sspprev;\n' \
    "$1" $2
  printf '.reg .u64 %%r<9>; .reg .u32 %%w<9>; .reg .v2 .u32 %%v;\n'
  printf 'mov.u64 %%r3, 0; mov.u64 %%r5, 8; mov.u32 %%w1, 1;\n'
  printf 'mov.v2.u32 %%v, {0, 0}; mov.u64 %%sspslot, __nvptx_stacks;\n'
  printf 'ld.shared.u64 %%sspprev, [%%sspslot];\n'
  printf 'sub.u64 %%frame, %%sspprev, %s;\n' $3
  test $4 -le 8 || printf 'and.b64 %%frame, %%frame, -%s;\n' $4
  printf 'sub.u64 %%stack, %%frame, %s;\n' $5
  printf 'st.shared.u64 [%%sspslot], %%stack;\n'
  cat
  printf 'ret;\n}\n'
}
# simple NAME: one without a soft stack.
simple () { printf '%s.func %s { .reg .u64 %%r<9>;\n' "$1" $2; cat; echo 'ret; }'; }
call () { echo "call $1;"; }
# enter ARRAY PRIVATE: a SIMD region; leave.
array () { echo ".local.align 8 .b8 %simtstack_ar[$1];"; }
enter ()
{
  echo "cvta.local.u64 %r1, %simtstack_ar + $1;"
  echo "sub.u64 %r1, %r1, $2;"
  test -z "$3" || echo "and.b64 %r1, %r1, -$3;"
  echo 'st.u64 [%r1 + -8], %stack;'
  echo 'sub.u64 %stack, %r1, 8;'
  echo 'st.shared.u64 [%sspslot], %stack;'
}
leave ()
{
  echo 'ld.u64 %stack, [%r1 + -8];'
  echo 'st.shared.u64 [%sspslot], %stack;'
}

# ---- --frames.

{
  simple '.visible ' none < /dev/null
  simple '' through << 'E'
call leaf;
E
  func '' leaf 48 8 0 < /dev/null
  func '.visible ' slack 40 32 24 << 'E'
call through;
call slack2;
E
  func '' slack2 8 16 0 < /dev/null
  func '.visible ' vla 16 8 8 << 'E'
sub.u64 %stack, %stack, %r5;
call leaf;
E
  func '.weak ' byaddress 8 8 0 << 'E'
mov.u64 %r6, leaf;
P: .callprototype _ ();
call %r6, P;
E
  echo '.visible .func odd; .func even;'
  func '' even 16 8 0 << 'E'
call odd;
E
  func '.visible ' odd 32 8 0 << 'E'
call even;
call leaf;
E
  func '' itself 24 8 0 << 'E'
call itself;
E
  simple '' last << 'E'
call itself;
call vla;
call byaddress;
call outside;
E
  simple '' beyond << 'E'
call last;
call vprintf;
E
  # What is called in a region is on the lane's stack, not on its own.
  func '' loop 8 8 0 << E
`array 136`
`enter 136 64`
call slack;
`leave`
call leaf;
E
  echo '.visible .entry k { ret; }'
} > body
{ echo '.extern .func outside; .extern .func vprintf;'; cat body; } | unit a.o

same frames 0 --frames a.o << 'E'
none	visible	0	0	-	a.o
through	static	0	48	-	a.o
leaf	static	48	48	-	a.o
slack	visible	88	136	-	a.o
slack2	static	16	16	-	a.o
vla	visible	24	72	alloca	a.o
byaddress	weak	8	8	indirect	a.o
even	static	16	96	recursive	a.o
odd	visible	32	96	recursive	a.o
itself	static	24	24	recursive	a.o
last	static	0	72	undefined=outside,below:alloca,below:indirect,below:recursive	a.o
beyond	static	0	72	below:alloca,below:indirect,below:recursive,below:undefined=outside	a.o
loop	static	8	56	-	a.o
k	entry	0	0	-	a.o
E

# Several files: names with linkage are one program's, static ones their own
# unit's; an archive's members have their names; the first definition counts.
{ echo '.visible .func g; .func own;'
  simple '.visible ' f << 'E'
call g;
call own;
E
  func '' own 16 8 0 < /dev/null; } | unit f.o
{ echo '.func own;'
  simple '.visible ' g << 'E'
call own;
E
  func '' own 32 8 0 < /dev/null; } | unit g.o
{ func '.visible ' g 800 8 0 < /dev/null
  func '.visible ' vprintf 900 8 0 < /dev/null
  simple '.visible ' h << 'E'
call vprintf;
E
} | unit h.o
{ echo '.extern .func vprintf;'
  simple '.visible ' i << 'E'
call vprintf;
E
} | unit i.o
sed -i 's/^.visible .func g; .func own;/.extern .func g; .func own;/' f.o
ar cr lib.a g.o h.o
# The driver has vprintf; an archive's is not linked.
same 'frames of several files' 0 --frames f.o lib.a i.o << 'E'
f	visible	0	32	-	f.o
own	static	16	16	-	f.o
g	visible	0	32	-	lib.a(g.o)
own	static	32	32	-	lib.a(g.o)
g	visible	800	800	-	lib.a(h.o)
vprintf	visible	900	900	-	lib.a(h.o)
h	visible	0	900	-	lib.a(h.o)
i	visible	0	0	-	i.o
E

echo 'no ptx {' > broken.o
"$build/ptxcheck" --frames i.o broken.o > out 2> err
test $? = 2 && grep -q '^broken.o:1: error' err && grep -q '^i	' out && ok \
  || { bad 'a file that is none'; cat err; }
"$build/ptxcheck" --frames no-such-file > out 2> err
test $? = 2 && grep -q 'no-such-file' err && ok || bad 'no file'
for o in --json --summary --sarif=x --dot=f '--fix -o x'; do
  "$build/ptxcheck" --frames $o f.o > out 2> err
  test $? = 2 && grep -q 'does not go with' err && ok || bad "--frames $o"
done

# ---- The rule simd-stack.

# region NAME ARRAY PRIVATE [ALIGN]: a file with a region; standard input is the
# body.  takes24 and takes64 are there to be called.
region ()
{
  { echo '.extern .func outside; .extern .func vprintf;'
    func '' takes24 16 8 8 < /dev/null
    func '' takes64 64 8 0 < /dev/null
    func '' more 8 8 0 << 'E'
call takes64;
sub.u64 %stack, %stack, %r3;
call outside;
E
    func '' f 0 8 16 << E
.loc 1 5 3
`array $2`
mov.u64 %r7, %stack;
.loc 1 6 3
`enter $2 $3 $4`
.loc 1 7 3
`cat`
`leave`
.loc 1 8 3
st.u64 [%stack+8], %r1;
call takes64;
E
  } | unit $1
}

# Each byte is used.
region fits 136 64 << 'E'
call takes64;
call takes24;
st.u64 [%r1], %r3;
st.u64 [%r1+56], %r3;
add.u64 %r4, %r1, 60;
st.u32 [%r4], %w1;
st.u32 [%r4+-124], %w1;
add.u64 %r8, %r1, 500;
mov.u64 %r8, %frame;
st.u64 [%r8], %r3;
call outside;
E
same 'all of it' 0 fits < /dev/null

region call 128 64 << 'E'
call takes24;
call takes64;
call takes64;
E
same 'a call' 1 call << 'E'
call:69: f: calling `takes64' may take 64 bytes of a SIMD lane's stack of 128 bytes, of which 56 are left: compile with accelfix's simt-stack=auto, or with -msoft-stack-reserve-local=128 or more (a.c:7)
E

# What is not known of a callee adds nothing; what is known counts.
region part 136 64 << 'E'
call more;
call outside;
call vprintf;
E
same 'an unknown callee' 1 part << 'E'
part:68: f: calling `more' may take 72 bytes of a SIMD lane's stack of 136 bytes, of which 64 are left: compile with accelfix's simt-stack=auto, or with -msoft-stack-reserve-local=136 or more (a.c:7)
E
region unknown 144 64 << 'E'
call more;
call outside;
E
same 'an unknown callee that fits' 0 unknown < /dev/null

region variables 136 136 << 'E'
call takes64;
E
same 'variables' 1 variables << 'E'
variables:62: f: the variables of the simd loop and the stack pointer that it saves take 144 bytes of a SIMD lane's stack of 136 bytes: compile with accelfix's simt-stack=auto, or with -msoft-stack-reserve-local=136 or more (a.c:6)
E
region aligned 136 64 64 << 'E'
call takes24;
E
same 'alignment' 1 aligned << 'E'
aligned:69: f: calling `takes24' may take 24 bytes of a SIMD lane's stack of 136 bytes, of which 8 are left: compile with accelfix's simt-stack=auto, or with -msoft-stack-reserve-local=144 or more (a.c:7)
E
region dynamic 136 %r5 << 'E'
call takes64;
call takes24;
E
same 'variables of any size' 0 dynamic < /dev/null

# Arguments of variadic calls.
region args 136 8 << 'E'
st.u32 [%stack], %w1;
st.u64 [%stack+8], %r3;
st.v2.u32 [%stack], %v;
call takes24;
E
same 'variadic arguments' 1 args << 'E'
args:68: f: the 16 bytes of variadic arguments of a call overwrite the stack pointer that the simd loop has saved and its variables: a SIMD lane's stack has room for 0 (compile with accelfix's simt-stack=auto) (a.c:7)
E
region room 136 8 << 'E'
sub.u64 %stack, %stack, 16;
st.shared.u64 [%sspslot], %stack;
st.u32 [%stack], %w1;
st.u64 [%stack+8], %r3;
call takes24;
E
same 'room for them' 0 room < /dev/null
# As accelfix prints it.
sed 's/^sub.u64 %stack, %stack, 16;/add.u64 %stack, %stack, -16;/' room > room2
same 'room for them, added' 0 room2 < /dev/null
sed 's/^sub.u64 %stack, %stack, 16;/add.u64 %stack, %stack, -8;/' room > room3
"$build/ptxcheck" room3 | grep -q 'has room for 8 (compile' && ok \
  || bad 'room for less, added'
region narrow 88 0 << 'E'
sub.u64 %stack, %stack, 24;
st.shared.u64 [%sspslot], %stack;
st.u64 [%stack+16], %r3;
call takes64;
E
same 'room, and a call' 1 narrow << 'E'
narrow:71: f: calling `takes64' may take 64 bytes of a SIMD lane's stack of 88 bytes, of which 56 are left: compile with accelfix's simt-stack=auto, or with -msoft-stack-reserve-local=88 or more (a.c:7)
E

# Stores at constant distances.
region stores 136 64 << 'E'
st.u64 [%r1+64], %r3;
add.u64 %r4, %r1, 61;
st.u32 [%r4], %w1;
st.u32 [%r1+-76], %w1;
mov.u64 %r6, %r1;
st.u32 [%r6+-4], %w1;
st.v2.u32 [%r1+-72], %v;
E
same 'stores' 1 stores << 'E'
stores:68: f: a store of 8 bytes ends 8 bytes beyond the variables of the simd loop, which are at the end of a SIMD lane's stack of 136 bytes (a.c:7)
stores:70: f: a store of 4 bytes ends 1 bytes beyond the variables of the simd loop, which are at the end of a SIMD lane's stack of 136 bytes (a.c:7)
stores:71: f: a store of 4 bytes begins 4 bytes below a SIMD lane's stack of 136 bytes (a.c:7)
stores:73: f: a store of 4 bytes overwrites the stack pointer that the simd loop has saved (a.c:7)
E

# JSON, SARIF and counts.
"$build/ptxcheck" --json --sarif=s.json call > out 2> err
grep -q '"kind": "simd-stack", "unit": "call", "line": 69, "function": "f", "source": "a.c", "source_line": 7, "message": "calling `takes64' out \
  && grep -q '"undeclared-name": 0, "simd-stack": 1}' out && ok \
  || { bad JSON; cat out; }
grep -q '"ruleId": *"simd-stack"' s.json && grep -q '"id": *"simd-stack"' s.json \
  && ok || { bad SARIF; cat s.json; }
"$build/ptxcheck" --summary stores > out
grep -q ' 0 type errors, 4 small lane stacks$' out && ok \
  || { bad summary; cat out; }

# ---- Programs.

find_offload "$build"
test -z "$gcc" || gcc="$gcc -g -O2 -fopenmp $offload"

# program NAME OPTION...: compile NAME.c.
program ()
{
  what=$1
  shift
  if $gcc "$@" -o $what $what.c 2> err; then :; else
    bad "does not compile"
  fi
}
# overflows FUNCTION LINE BYTES: it does, there, in each model.
overflows ()
{
  for m in volta pascal pascal-shared; do
    "$build/ptxvm-run" --model=$m ./$what > out 2> err
    grep -q " below a SIMD lane's stack of 136 bytes, which is main.*-msoft-stack-reserve-local=$3 or more) in $1 ($what.c:$2), block (0,0,0) thread (0,0,0)" err \
      && ok || bad "$m"
  done
}

if test -z "$gcc"; then
  echo "SKIP: simd.sh: no compiler here offloads to nvptx"
  skipped=9
else
  # Each lane's row is a callee's variable.
  cat > row.c << 'E'
#pragma omp declare target
__attribute__ ((noipa)) void
put (char *p, int n, int v)
{
  for (int k = 0; k < n; k++)
    p[k] = v + k;
}
__attribute__ ((noipa)) int
row (int v)
{
  char a[SIZE];
  put (a, SIZE, v);
  return a[0];
}
#pragma omp end declare target
int
main (void)
{
  int out[96], bad = 0;
#pragma omp target map(from: out)
#pragma omp simd
  for (int i = 0; i < 96; i++)
    out[i] = row (i);
  for (int i = 0; i < 96; i++)
    bad += out[i] != i;
  return bad;
}
E
  program row -DSIZE=128
  "$build/ptxvm-run" ./row 2> err && test ! -s err && ok || bad "row of 128"
  "$build/ptxcheck" row | grep -q "SIMD lane" && bad "row of 128: a finding" || ok
  program row -DSIZE=136
  overflows put 6 144
  "$build/ptxcheck" row \
    | grep -q "calling .row. may take 144 bytes of a SIMD lane's stack of 136 bytes, of which 128 are left: .*-msoft-stack-reserve-local=144 or more (row.c:23)" \
    && ok || bad "ptxcheck of row"
  # The cure is one.
  program row -DSIZE=136 $offload_options=-msoft-stack-reserve-local=144
  "$build/ptxvm-run" ./row 2> err && test ! -s err && ok || bad "row, cured"
  "$build/ptxcheck" row | grep -q "SIMD lane" && bad "row, cured: a finding" || ok
  # 32 lanes store a shared array's four words by one vector store.
  cat > quad.c << 'E'
#pragma omp declare target
__attribute__ ((noipa)) int mean (int *q) { return (q[0] + q[1] + q[2] + q[3]) / 4; }
#pragma omp end declare target
int
main (void)
{
  int out[64];
#pragma omp target map(from: out)
#pragma omp simd
  for (int i = 0; i < 64; i++)
    {
      int q[4] = { i, i, i, i };
      out[i] = mean (q);
    }
  return 0;
}
E
  program quad
  "$build/ptxvm-run" --race ./quad > out 2> err
  grep -q "data race: 4-byte store.*lane 0 of the same warp stores another value there by the same instruction; in main.*(quad.c:1[0-4])" err \
    && ok || { bad quad; head -n 3 err; }
fi

cd "$build"
test $failed != 0 || rm -rf "$tmp"
end

#! /bin/sh
# What PTX can do to the host has bounds: memory, instructions, time, output,
# no files and no network; and many processes at once do not disturb each
# other.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
tmp=$build/tests/tmp/bounds
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
# ptxvm-run runs PTX itself.
NVPTX_NONE_RUN=no-such-loader
export NVPTX_NONE_RUN

# program NAME BODY: __main with %r, the place of its result.
program ()
{
  { echo ".version 6.0"; echo ".target sm_30"; echo ".address_size 64"
    echo ".extern .func (.param .u32 r) vprintf (.param .u64 f, .param .u64 a);"
    echo ".extern .func (.param .u64 r) malloc (.param .u64 n);"
    echo ".global .align 1 .b8 wide[12] = { 37, 57, 57, 57, 57, 57, 57, 57, 57, 57, 99, 0 };"
    echo ".global .align 1 .b8 wided[12] = { 37, 57, 57, 57, 57, 57, 57, 57, 57, 57, 100, 0 };"
    echo ".global .align 8 .b8 zero[16];"
    echo ".visible .entry __main (.param .u64 ret, .param .u32 c, .param .u64 v)"
    echo "{ .reg .u64 %r, %a, %b; .reg .u32 %x, %y; .reg .pred %p;"
    echo "ld.param.u64 %r, [ret];"
    echo "$2"
    echo "st.global.u32 [%r], 7; ret; }"; } > "$tmp/$1.ptx"
}
# run PROGRAM OPTION...: its status in $status.
run ()
{
  p=$1; shift
  "$build/ptxvm-run" "$@" "$tmp/$p.ptx" > "$tmp/out" 2> "$tmp/err" < /dev/null
  status=$?
}
told () { if grep -q -e "$1" "$tmp/err"; then ok; else bad "$p: no '$1'"; fi; }

program good ""
# endless NAME: NAME.ptx, whose function calls itself without a frame.
endless ()
{
  sed 's/^\.visible .entry/.func (.param .u32 r) f (.param .u32 n)\
{ .reg .u32 %x, %y; .reg .pred %p; ld.param.u32 %x, [n];\
setp.eq.u32 %p, %x, 0; @%p bra L; add.u32 %x, %x, -1;\
{ .param .u32 q; .param .u32 m; st.param.u32 [m], %x; call (q), f, (m);\
ld.param.u32 %y, [q]; } add.u32 %y, %y, 1; st.param.u32 [r], %y; ret;\
L: st.param.u32 [r], 0; ret; }\
&/' "$tmp/$1.ptx" > "$tmp/$1.new" && mv "$tmp/$1.new" "$tmp/$1.ptx"
}
for depth in 30000 40000; do
  program deep$depth "{ .param .u32 q; .param .u32 m; st.param.u32 [m], $depth;
 call (q), f, (m); ld.param.u32 %x, [q]; }"
  endless deep$depth
done
program forever "L: bra L;"
program calls "L: { .param .u64 q; .param .u64 n; st.param.u64 [n], 1048576;
 call (q), malloc, (n); ld.param.u64 %a, [q]; }
 setp.ne.u64 %p, %a, 0; @%p bra L;"
program printc "{ .param .u32 q; .param .u64 f; .param .u64 a; mov.u64 %a, wide;
 cvta.global.u64 %a, %a; mov.u64 %b, zero; cvta.global.u64 %b, %b;
 st.param.u64 [f], %a; st.param.u64 [a], %b; call (q), vprintf, (f, a); }"
sed 's/mov.u64 %a, wide;/mov.u64 %a, wided;/' "$tmp/printc.ptx" \
  > "$tmp/printd.ptx"
sed 's/vprintf/open/' "$tmp/printc.ptx" > "$tmp/open.ptx"

# Instructions and time.
run good; if test $status = 7; then ok; else bad "good: status $status"; fi
run forever --insn-limit=10000
if test $status != 7; then ok; else bad "forever: status $status"; fi
told 'instruction limit of 10000 reached'
run forever --time-limit=0.1
if test $status != 7; then ok; else bad "forever: status $status"; fi
told 'time limit of 0.1 seconds reached'

# Device malloc ends with the heap: all of it, and then NULL.
run calls --memory=512M --time-limit=60
if test $status = 7; then ok; else bad "malloc: status $status"; fi

# The host's own limit: works with less, or says so.
(
  ulimit -v 600000 || exit 9
  "$build/ptxvm-run" "$tmp/good.ptx" > "$tmp/out" 2> "$tmp/err"
)
status=$?
if test $status = 7; then ok; else bad "600 MB: status $status"; fi
(
  ulimit -v 60000 || exit 9
  "$build/ptxvm-run" "$tmp/good.ptx" > "$tmp/out" 2> "$tmp/err"
)
status=$?
if test $status = 7 || { test $status = 127 && test -s "$tmp/err"; }; then
  ok
else
  bad "60 MB: status $status"
fi

# A field as wide as a number can say prints so much and no more, and nothing
# of the host's memory.
for p in printc printd; do
  run $p
  n=`wc -c < "$tmp/out"`
  if test $status = 7 && test $n -gt 0 && test $n -le 65536; then
    ok
  else
    bad "$p: status $status, $n bytes"
  fi
  if tr -d ' 0\000' < "$tmp/out" | grep -q .; then
    bad "$p: prints what is not its own"
  else
    ok
  fi
done

# Only the functions that the manual of CUDA names are there.
run open
if test $status != 7; then ok; else bad "open: status $status"; fi
told 'open'
# The driver itself has nothing to reach the network or start programs with.
if command -v nm > /dev/null; then
  if nm -D --undefined-only "$build/libcuda.so.1" \
     | grep -Ew 'socket|connect|bind|execve?[lv]?p?|fork|vfork|system|popen|posix_spawnp?' \
     > "$tmp/err"; then
    bad "libcuda.so.1 calls what it must not"
  else
    ok
  fi
else
  skipped=`expr $skipped + 1`
fi

# Frames that a compiler can foresee come on top of the limit on the stack (here
# 128 KiB), up to the 512 KiB that a thread has on a device.
program frame400k ".local .b8 f[400000]; mov.u64 %a, f; st.local.u32 [%a+399996], 1;"
program frame900k ".local .b8 f[900000]; mov.u64 %a, f; st.local.u32 [%a+899996], 1;"
run frame400k
if test $status = 7; then ok; else bad "frame400k: status $status"; fi
run frame900k
if test $status = 127; then ok; else bad "frame900k: status $status"; fi
told 'stack overflow'

# Static .shared variables: 48 KiB in what a kernel uses, whatever the chip.
# (Here with 1024 bytes of dynamic shared memory, which ptxvm-run asks for.)
program shared48k ".shared .b8 s[48128]; mov.u64 %a, s; st.shared.u32 [%a+48124], 1;"
program shared49k ".shared .b8 s[49153]; mov.u64 %a, s; st.shared.u32 [%a+49148], 1;"
# Others' do not count; those of a function that is called do.
{ sed '/visible .entry/,$d' "$tmp/good.ptx"
  echo ".shared .b8 other[40000]; .shared .b8 own[40000];"
  echo ".func f () { .reg .u64 %a; mov.u64 %a, other; ret; }"
  echo ".entry k () { call f; ret; }"
  sed -n '/visible .entry/,$p' "$tmp/good.ptx" \
    | sed 's/^st.global/mov.u64 %a, own; &/'
} > "$tmp/two.ptx"
sed 's/mov.u64 %a, own;/& call f;/' "$tmp/two.ptx" > "$tmp/both.ptx"
for device in sm_35 sm_90; do
  run shared48k --device=$device
  if test $status = 7; then ok; else bad "shared48k: status $status"; fi
  run shared49k --device=$device
  if test $status = 127; then ok; else bad "shared49k: status $status"; fi
  told 'kernel `__main. uses 49153 bytes of .shared variables; a block can have 49152'
  run two --device=$device
  if test $status = 7; then ok; else bad "two: status $status"; fi
  run both --device=$device
  if test $status = 127; then ok; else bad "both: status $status"; fi
  told 'kernel `__main. uses 80000 bytes'
done

# Whatever the host leaves: the right result, or a named error, and no signal.
program printmuch "{ .param .u32 q; .param .u64 f; .param .u64 a; mov.u64 %a, wide;
 cvta.global.u64 %a, %a; mov.u64 %b, zero; cvta.global.u64 %b, %b;
 st.param.u64 [f], %a; st.param.u64 [a], %b; call (q), vprintf, (f, a); }
 .local .b8 f[300000]; mov.u64 %a, f; st.local.u32 [%a+299996], 1;"
{ cat "$tmp/good.ptx"; i=0
  while test $i -lt 300; do
    echo ".func g$i () { .reg .u32 %a<40>; .reg .pred %p;"
    echo " mov.u32 %a1, %tid.x; L: add.u32 %a2, %a1, $i; setp.ne.u32 %p, %a2, 0;"
    echo " @%p bra L; ret; }"
    i=`expr $i + 1`
  done; } > "$tmp/large.ptx"
named=0
for p in good printmuch large; do
  for kb in 12000 16000 20000 24000 28000 32000 40000 50000 60000 80000 \
    120000 200000 400000; do
    (
      ulimit -v $kb || exit 9
      "$build/ptxvm-run" --race --threads=2 "$tmp/$p.ptx" > "$tmp/out" \
	2> "$tmp/err"
    )
    status=$?
    case $status in
      7) ok ;;
      1 | 2 | 125 | 126 | 127)
	if test -s "$tmp/err"; then ok; named=`expr $named + 1`
	else bad "$p, $kb KB: status $status and no word"; fi ;;
      *) bad "$p, $kb KB: status $status" ;;
    esac
  done
done
if test $named -gt 3; then ok; else bad "only $named runs without memory"; fi

# A block whose local memory is more than --memory.
cat > "$tmp/client.c" <<'EOT'
#include "driver-test.h"
int
main (int argc, char **argv)
{
  char *args[] = { argv[0], "libcuda.so.1", NULL };
  CUcontext ctx;
  CUmodule mod;
  CUfunction f;
  load_driver (2, args);
  NEED (cu.cuInit (0));
  NEED (cu.cuCtxCreate_v2 (&ctx, 0, 0));
  NEED (cu.cuModuleLoadData (&mod, PTX_HEAD ".entry f () { .local .b8 l[300000];"
    " .reg .u64 %a; mov.u64 %a, l; st.local.u32 [%a], 1; ret; }\n"));
  NEED (cu.cuModuleGetFunction (&f, mod, "f"));
  NEED (cu.cuLaunchKernel (f, 20, 1, 1, argc > 1 ? 32 : 1024, 1, 1, 0, NULL,
			   NULL, NULL));
  return cu.cuCtxSynchronize ();
}
EOT
tests=`cd "${srcdir:-.}/tests" && pwd`
if ${CC:-cc} -I"$tests" -I"$tests/../cuda" -o "$tmp/client" "$tmp/client.c" \
     2> "$tmp/err"; then
  p=client
  "$build/ptxvm-run" --memory=128M "$tmp/client" > "$tmp/out" 2> "$tmp/err"
  status=$?
  if test $status = 2; then ok; else bad "local memory: status $status"; fi
  told 'out of memory: a block of 1024 threads takes 30[0-9]* bytes of local memory; enlarge --memory, kernel f'
  "$build/ptxvm-run" "$tmp/client" > "$tmp/out" 2> "$tmp/err"
  status=$?
  if test $status = 0; then ok; else bad "local memory, 4G: status $status"; fi
  "$build/ptxvm-run" --memory=64M "$tmp/client" few > "$tmp/out" 2> "$tmp/err"
  status=$?
  if test $status = 0; then ok; else bad "20 blocks in turn: status $status"; fi
else
  bad "the client does not compile"
fi

# Recursion without frames.
for uniform in --uniform=off --uniform=on; do
  run deep30000 $uniform
  if test $status = 7; then ok; else bad "30000 calls, $uniform: status $status"; fi
  run deep40000 $uniform
  if test $status = 127; then ok; else bad "40000 calls, $uniform: status $status"; fi
  told 'stack overflow: calling f at depth 32768, the limit (.*--call-limit=N allows more)'
  run deep40000 $uniform --call-limit=50000
  if test $status = 7; then ok; else bad "--call-limit, $uniform: status $status"; fi
done

# Eight processes at once, twice.
for k in 1 2; do
  pids=
  for i in 1 2 3 4 5 6 7 8; do
    "$build/ptxvm-run" "$tmp/good.ptx" > "$tmp/out.$i" 2> "$tmp/err.$i" &
    pids="$pids $!"
  done
  for q in $pids; do
    wait $q
    status=$?
    if test $status = 7; then ok; else bad "at once: status $status"; fi
  done
done

# Whoever kills ptxvm-run ends the program, too.
rm -f "$tmp/pid"
"$build/ptxvm-run" sh -c 'echo $$ > "$0"; exec sleep 100' "$tmp/pid" &
wrapper=$!
n=0
until test -s "$tmp/pid" || test $n = 100; do sleep 0.1; n=`expr $n + 1`; done
kill -KILL $wrapper
wait $wrapper 2> /dev/null
n=0
while kill -0 `cat "$tmp/pid"` 2> /dev/null && test $n != 50; do
  sleep 0.1; n=`expr $n + 1`
done
if kill `cat "$tmp/pid"` 2> /dev/null; then bad "the program goes on"; else ok; fi

rm -rf "$tmp"
end

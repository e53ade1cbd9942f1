#! /bin/sh
# Make the manual's listings: every command in them is run.
# Copyright (C) 2026 The accelfix authors.
#
# This file is part of accelfix.  accelfix is free software; you can
# redistribute it and/or modify it under the terms of the GNU General Public
# License as published by the Free Software Foundation; either version 3, or
# (at your option) any later version.  See the file COPYING.

# Usage: listings.sh BUILD OUT
#
# BUILD is where accelfix was built.  Writes OUT/NAME.txt, each what a terminal
# would show.  The files in doc/examples/listings come from this on Debian 12,
# with gcc-11 11.3.0 and gcc-12 12.2.0; check-doc makes them again and compares.

set -u
LC_ALL=C
export LC_ALL
test $# = 2 || { echo "usage: listings.sh BUILD OUT" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) && mkdir -p "$2" && out=$(cd "$2" && pwd) || exit 2
tmp=$(mktemp -d "${TMPDIR:-/tmp}/accelfix-listings.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' 0
trap 'exit 2' 1 2 15
# No treated libraries of the user's, and no ptxas: not everybody has one, and
# it refuses what these compilers make by default.
XDG_CONFIG_HOME=$tmp/config
export XDG_CONFIG_HOME
path=$build:$build/ptxvm:$build/gcncheck
for d in $(echo "$PATH" | tr : ' '); do
  test -x "$d/ptxas" || path=$path:$d
done
PATH=$path
export PATH
cp "$here"/*.c "$tmp/" && cd "$tmp" || exit 2

# listing NAME, commands on standard input: run them, and write what they print
# behind each.  Names that differ from run to run are made the same, and what is
# wider than a page is folded: a backslash says that the line goes on below.
listing ()
{
  while IFS= read -r command; do
    echo "\$ $command"
    eval "$command" 2>&1
  done > "$out/$1.tmp"
  sed -e 's,[^ ]*/cc[A-Za-z0-9]\{6\}\.,cc.,g' -e "s,$tmp/,,g" \
    -e "s,$build/,BUILD/,g" -e 's/[[:space:]]*$//' "$out/$1.tmp" | expand |
    awk '{
      for (line = $0; length (line) > 75; line = "    " substr (line, i + 1)) {
	for (i = 74; i > 20 && substr (line, i, 1) != " "; i--)
	  continue
	if (i == 20)
	  break
	print substr (line, 1, i) "\\"
      }
      print line
    }' > "$out/$1.txt"
  rm -f "$out/$1.tmp"
}

# What an offload compiler makes of FILE: offload GCC TARGET FILE OUT FLAG...
offload ()
{
  "gcc-$1" -O2 -fopenmp "-foffload=$2" -c "$3" -o object.o || return
  n=$1 t=$2 o=$4
  shift 4
  "$(uname -m)-linux-gnu-accel-$t-gcc-$n" -xlto object.o -O2 -S -o "$o" "$@"
}
# The body of FUNCTION in an assembly FILE, without what is the same everywhere.
body ()
{
  sed -n "/DEF: $1\$/,/^}/p" "$2" | sed '/^\/\/ BEGIN/d; /#\(APP\|NO_APP\)/d'
}
with ()
{
  n=$1 t=$2
  shift 2
  echo "-fplugin=$build/plugin/$n/$t/accelfix.so" \
    "$(for a in "$@"; do echo "-fplugin-arg-accelfix-$a"; done)"
}

# ---- From symptom to cure.
listing symptom <<'RUN'
gcc-11 -g -O2 -no-pie -fopenmp -foffload=nvptx-none sums.c -o sums
ptxvm-run --threads=1 ./sums
ptxvm-run --threads=1 --uninit=random:1 ./sums
ptxvm-run --threads=1 --uninit=random:2 ./sums
RUN
listing report <<'RUN'
ptxvm-run --threads=1 --uninit=report ./sums
RUN
listing static <<'RUN'
ptxcheck --no-undefined ./sums | grep sums.c
RUN
listing cure <<'RUN'
flags=$(accelfix-config --gcc=gcc-11 --target=nvptx-none --arg=verbose --flags)
gcc-11 -g -O2 -no-pie -fopenmp -foffload=nvptx-none $flags sums.c -o sums
ptxvm-run --threads=1 --uninit=random:1 ./sums
ptxcheck --no-undefined ./sums | grep sums.c
RUN
listing libraries <<'RUN'
ptxcheck --no-undefined --summary ./sums
accelfix-config --gcc=gcc-11 --target=nvptx-none --treat-libs $PWD/treated
flags=$(accelfix-config --gcc=gcc-11 --target=nvptx-none --flags)
gcc-11 -g -O2 -no-pie -fopenmp -foffload=nvptx-none $flags sums.c -o sums
ptxcheck --no-undefined --summary ./sums
ptxvm-run --threads=1 --uninit=error ./sums
RUN
listing warning <<'RUN'
gcc-11 -O2 -fopenmp -foffload=nvptx-none -Wall -c sums.c -o sums.o
RUN
rm -rf config

# ---- What belongs to a SIMD lane.
listing lanes <<'RUN'
gcc-12 -O2 -no-pie -fopenmp -foffload=nvptx-none lanes.c -o lanes
ptxvm-run ./lanes
flags=$(accelfix-config --gcc=gcc-12 --target=nvptx-none --arg=verbose --flags)
gcc-12 -O2 -no-pie -fopenmp -foffload=nvptx-none $flags lanes.c -o lanes
ptxvm-run ./lanes
RUN
for p in 0 1; do
  offload 12 nvptx-none lanes.c lanes-$p.s -mgomp $(with 12 nvptx-none \
    simd-private=$p init-regs=0)
  body 'main$_omp_fn$0$impl' lanes-$p.s |
    grep 'frame, %sspprev\|simtstack\|%r27, %r27\|st.u32\|st.param.u64' \
    > simd-private=$p
done
listing lanes-ptx <<'RUN'
diff -U9 simd-private=0 simd-private=1 | tail -n +3
RUN
listing lanes-info <<'RUN'
gcc-12 -O2 -no-pie -fopenmp -foffload=nvptx-none $flags -foffload-options=nvptx-none=-fopt-info-omp lanes.c -o lanes
RUN

# ---- Options, before and after.
for m in 0 1 2 3; do
  offload 11 nvptx-none init.c init-$m.s $(with 11 nvptx-none init-regs=$m)
  body mean init-$m.s > init-regs=$m
done
listing init-regs-3 <<'RUN'
diff -U2 init-regs=0 init-regs=3 | tail -n +3
RUN
listing init-regs-2 <<'RUN'
diff -U2 init-regs=0 init-regs=2 | tail -n +3
RUN
listing init-regs-1 <<'RUN'
diff -U1 init-regs=0 init-regs=1 | tail -n +3
RUN
for e in 0 1; do
  offload 12 nvptx-none end.c end-$e.s $(with 12 nvptx-none exit=$e)
  body twice end-$e.s > exit=$e
done
listing exit-1 <<'RUN'
diff -U5 exit=0 exit=1 | tail -n +3
RUN
offload 11 nvptx-none init.c comment-0.s $(with 11 nvptx-none comment=0)
body mean comment-0.s > comment=0
body mean init-3.s > comment=1
listing comment <<'RUN'
diff -U1 comment=1 comment=0 | tail -n +3
RUN
flags=$(with 11 nvptx-none init-regs=0 verify)
listing verify <<'RUN'
offload 11 nvptx-none init.c t.s $flags
RUN
flags=$(with 12 nvptx-none verbose)
listing verbose <<'RUN'
offload 12 nvptx-none end.c t.s $flags
RUN
offload 11 nvptx-none init.c plain.s
offload 11 nvptx-none init.c disable.s $(with 11 nvptx-none disable)
listing disable <<'RUN'
cmp plain.s disable.s && echo the same
RUN
for m in 0 1; do
  offload 12 amdgcn-amdhsa m0.c m0-$m.s -march=fiji $(with 12 amdgcn-amdhsa m0=$m)
  sed -n '/^send:/,/s_setpc/p' m0-$m.s > m0=$m
done
listing m0 <<'RUN'
diff -U2 m0=0 m0=1 | tail -n +3
RUN
offload 11 nvptx-none init.c t.s $(with 11 nvptx-none) -fdump-rtl-all
listing dump <<'RUN'
ls *r.accelfix-*
grep 'may be read' *r.accelfix-init-regs
RUN
flags=$(with 12 nvptx-none exit=7)
listing mistake <<'RUN'
offload 12 nvptx-none end.c t.s $flags 2>&1 | sed 1q
RUN

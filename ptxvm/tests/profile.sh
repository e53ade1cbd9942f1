#! /bin/sh
# Test of ptxvm-run --profile, --callgrind and --coverage: the table, the documents,
# several processes, and files that cannot be written.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.  What the machine counts, vm-profile.c tests.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
tmp=$build/tests/tmp/profile
rm -rf "$tmp"
mkdir -p "$tmp/t" && cd "$tmp" || exit 1
unset PTXVM_PROFILE PTXVM_JSON PTXVM_STATS NVPTX_NONE_RUN LD_LIBRARY_PATH
run=$build/ptxvm-run
TMPDIR=$tmp/t; export TMPDIR

# Line 3 of a.c is executed 7 times, line 9 of b.h once in the same function, line 20
# never; what is in libgomp is the compiler's.
cat > main.ptx <<'PTX'
.version 6.0
.target sm_35
.address_size 64
.file 1 "a.c"
.file 2 "b.h"
.file 3 "../../../src-nvptx/libgomp/team.c"
.func _ZN3box4fillEi (.param .u32 n)
{
	.reg .u32 %n;
	.reg .pred %p;
	.loc 1 2 1
	ld.param.u32 %n, [n];
AGAIN:
	.loc 1 3 1
	sub.u32 %n, %n, 1;
	setp.ne.u32 %p, %n, 0;
	@%p bra AGAIN;
	.loc 2 9 1
	mov.u32 %n, 1;
	.loc 1 4 1
	ret;
}
.func never ()
{
	.loc 1 20 1
	ret;
}
.func GOMP_thing ()
{
	.loc 3 8 1
	ret;
}
.visible .entry __main (.param .u64 ret, .param .u32 argc, .param .u64 argv)
{
	.reg .u64 %a;
	.reg .u32 %n;
	.loc 1 11 1
	ld.param.u64 %a, [ret];
	mov.u32 %n, 7;
	{
		.param .u32 q;
		st.param.u32 [q], %n;
		call _ZN3box4fillEi, (q);
	}
	.loc 1 12 1
	st.u32 [%a], 0;
	call GOMP_thing, ();
	ret;
}
PTX
i=0
while test $i -lt 20; do
  i=`expr $i + 1`
  echo "line $i <of> a.c"
done > a.c

# The table: the hottest line first, how many lanes it had, its place.
is 0 $run --profile ./main.ptx
has err 'ptxvm: profile: 32 warp instructions, '
sed -n 3p err > third
grep -q '^ptxvm: *21  65\.6% .* box::fill(int) (a\.c:3)$' third && ok ||
  bad "not first: `cat third`"
has err ' GOMP_thing (team.c:8) [libgomp]'
hasnt err never
# The figures agree with those of --stats.
is 0 $run --profile --stats ./main.ptx
has err ', 32 warp instructions, '

# JSON has them all.
is 0 $run --profile --json=p.json ./main.ptx
has p.json '{"type":"line","function":"_ZN3box4fillEi","file":"a.c","line":3,"executed":'
has p.json '"instructions":21,'
# Nothing is counted where nobody asks.
is 0 $run --json=q.json ./main.ptx
hasnt q.json '"line"'

# What one warp of how many lanes does: $lanes.
lanes=`sed -n 's/.*"line":2,"executed":\([0-9]*\),.*/\1/p' p.json`
test "$lanes" -ge 1 && ok || bad "lanes: $lanes"

# Callgrind's format: costs by function and file, their sum.
is 0 $run --callgrind=c.out ./main.ptx
test ! -s err && ok || bad "text: `cat err`"
has_line c.out 'events: Ir Lanes Read Written Splits'
sum=`sed -n 's/^summary: //p' c.out`
test "${sum%% *}" = 32 && ok || bad "summary: $sum"
has_line c.out "totals: $sum"
awk '
/^fn=/ { fn = substr ($0, 4) }
/^f[lie]=/ { file = substr ($0, 4) }
/^[0-9]/ { print fn, file, $1, $2; for (k = 2; k <= 6; k++) s[k] += $k }
END { print "sum", s[2], s[3], s[4], s[5], s[6] }' c.out > c.txt
has_line c.txt 'box::fill(int) a.c 3 21'
has_line c.txt 'box::fill(int) b.h 9 1'
has_line c.txt 'box::fill(int) a.c 4 1'
has_line c.txt "sum $sum"
hasnt c.txt never
if command -v callgrind_annotate > /dev/null; then
  is 0 callgrind_annotate --auto=no c.out
  has out 'a.c:box::fill(int)'
  grep -q '^ *32 (100' out && ok || bad "callgrind_annotate: total"
fi

# A tracefile: lines that were never executed too, but not the libraries'.
is 0 $run --coverage=c.info ./main.ptx
has_line c.info "SF:$tmp/a.c"
has_line c.info "DA:3,`expr 7 '*' $lanes`"
has_line c.info "DA:4,$lanes"
has_line c.info 'DA:20,0'
has_line c.info 'FN:20,never'
has_line c.info 'FNDA:0,never'
has_line c.info 'FN:2,box::fill(int)'
has_line c.info "FNDA:$lanes,box::fill(int)"
has_line c.info 'LF:6'
has_line c.info 'LH:5'
hasnt c.info team.c
test `grep -c '^SF:' c.info` = `grep -c '^end_of_record$' c.info` && ok ||
  bad "records"
if command -v lcov > /dev/null; then
  is 0 lcov --summary c.info
fi

# The page: lines with their counts and their text, those without code near them.
is 0 $run --profile --html=p.html ./main.ptx
has p.html '<td>21</td><td>65.6%</td>'
has p.html '<td>line 3 &lt;of&gt; a.c</td></tr>'
has p.html '<td>line 5 &lt;of&gt; a.c</td></tr>'
hasnt p.html 'line 16 '
has p.html '<td>20</td><td class="no">0</td>'
has p.html '<td>GOMP_thing [libgomp]</td></tr>'
for e in table tr td th h3; do
  a=`grep -oE "<$e( [^>]*)?>" p.html | wc -l` b=`grep -o "</$e>" p.html | wc -l`
  test $a = $b && ok || bad "$a <$e>, $b </$e>"
done
# Each row has all columns.
awk '/class="heat"/ { on = 1 } /<\/table>/ { on = 0 }
on && /<tr/ { n = gsub (/<t[dh]/, ""); if (n != 9) bad++ }
END { exit bad != 0 }' p.html && ok || bad "rows of another length"
is 0 $run --html=q.html ./main.ptx
hasnt q.html '<h2>Profile</h2>'
# A source that is not there.
mv a.c moved.c
is 0 $run --profile --html=p.html --coverage=c.info ./main.ptx
has p.html '<td>21</td><td>65.6%</td>'
has_line c.info 'SF:a.c'
mv moved.c a.c

# Several processes add up; one that dies has what it counted before.
is 0 $run --callgrind=two.out --coverage=two.info \
  sh -c "'$run' ./main.ptx && '$run' ./main.ptx"
has two.out 'summary: 64 '
has_line two.info "DA:3,`expr 14 '*' $lanes`"

# Files that cannot be written; those that are there stay.
is 127 $run --callgrind=no/where ./main.ptx
has err 'cannot write no/where'
is 127 $run --coverage=no/where ./main.ptx
is 127 $run --coverage ./main.ptx
has err '--coverage needs a value: --coverage=FILE'
echo old > old.out
is 127 $run --callgrind=old.out --coverage=no/where ./main.ptx
is 127 $run --callgrind=old.out --sarif=no/where ./main.ptx
is 127 $run --html=old.out --coverage=no/where ./main.ptx
test "`cat old.out`" = old && ok || bad "old.out: changed"
is 125 $run --coverage=n.info true
is 127 env PTXVM_PROFILE=yes $run ./main.ptx
test -z "`ls t`" && ok || bad "left behind: `ls t`"

cd "$build"
test $failed != 0 || rm -rf "$tmp"
end

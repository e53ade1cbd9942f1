#! /bin/sh
# Test of ptxvm-run --html: what is in the page, that names of the program's cannot
# break it, and files that cannot be written.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
tmp=$build/tests/tmp/html
rm -rf "$tmp"
mkdir -p "$tmp/<i>&'x" "$tmp/t" && cd "$tmp" || exit 1
unset OMPI_COMM_WORLD_RANK PMIX_RANK PMI_RANK SLURM_PROCID
unset PTXVM_UNINIT PTXVM_JSON PTXVM_STATS NVPTX_NONE_RUN LD_LIBRARY_PATH
TMPDIR=$tmp/t; export TMPDIR

cat > main.ptx <<'PTX'
.version 6.0
.target sm_35
.address_size 64
.file 1 "<i>&'x/a.c"
.func g (.param .u64 p)
{
	.reg .u64 %a;
	.reg .u32 %x;
	ld.param.u64 %a, [p];
	.loc 1 3 1
	and.b32 %x, %x, 0;
	st.u32 [%a], %x;
	ret;
}
.visible .entry __main (.param .u64 ret, .param .u32 argc, .param .u64 argv)
{
	.reg .u64 %a;
	.loc 1 5 1
	ld.param.u64 %a, [ret];
	{
		.param .u64 q;
		st.param.u64 [q], %a;
		call g, (q);
	}
	ret;
}
PTX
printf 'one\ntwo\n\tif (a < b && c > "</pre><script>") \047\001\nfour\nfive\nsix\nseven\neight\n' \
  > "<i>&'x/a.c"

is 0 "$build/ptxvm-run" --uninit=report --html=r.html ./main.ptx
has r.html '<!DOCTYPE html>'
has r.html '"><h2>uninit</h2><p>uninitialised register %x read in g (a.c:3)'
# The verdict, and the index, whose entry leads to the report.
has r.html '<p><strong>1 report</strong>: 1 warning.</p>'
id=`sed -n 's/.*<section class="warning" id="\([^"]*\)">.*/\1/p' r.html`
test -n "$id" && ok || bad "no id"
has r.html "<li class=\"warning\"><a href=\"#$id\">uninit</a> uninitialised register %x read in g (a.c:3)"
# Source lines, the one that it is about marked; what is source stays text.
has r.html '<li><code>g</code> &lt;i&gt;&amp;&#39;x/a.c:3<pre>     1  one&#10;     2  two&#10;<b>     3   if (a &lt; b &amp;&amp; c &gt; &quot;&lt;/pre&gt;&lt;script&gt;&quot;) &#39; </b>&#10;     4  four&#10;     5  five&#10;</pre></li>'
has r.html '<li><code>__main</code> &lt;i&gt;&amp;&#39;x/a.c:5<pre>     3   if '
has r.html '<h3>in the kernel</h3>'
has r.html '<tr><td><code>__main</code></td><td>1</td><td>1</td><td>1</td><td>'
has r.html '<td>100.0%</td></tr>'
for no in '<script' '<i>' 'http:' 'https:' 'src=' 'href="[^#]' '@import' 'url('; do
  if grep -q -e "$no" r.html; then bad "r.html: $no"; else ok; fi
done
# Each element that is opened is closed.
for e in html head style title body section ul a strong h1 h2 h3 p ol li code pre b table \
  tr td th; do
  a=`grep -oE "<$e( [^>]*)?>" r.html | wc -l` b=`grep -o "</$e>" r.html | wc -l`
  test $a = $b && ok || bad "$a <$e>, $b </$e>"
done
test "`wc -l < err`" -ge 3 && ok || bad "no text: `cat err`"

# Several processes; none that finds anything; one that dies.
is 0 "$build/ptxvm-run" --uninit=report --html=two.html \
  sh -c "'$build/ptxvm-run' ./main.ptx && '$build/ptxvm-run' ./main.ptx"
test `grep -c '^<section' two.html` = 2 && ok || bad "two processes"
test `grep -o 'href="#[^"]*"' two.html | sort -u | wc -l` = 2 && ok ||
  bad "two processes, one name"
is 0 "$build/ptxvm-run" --html=none.html ./main.ptx
# What mpirun and srun start has a rank; something else in that variable is none.
is 0 env PMI_RANK=3 "$build/ptxvm-run" --uninit=report --html=rank.html \
  --json=rank.json --sarif=rank.sarif ./main.ptx
has rank.html ', rank 3</p>'
has err ', rank 3'
grep -q '"kind":"uninit".*"program":"[^"]*","rank":3,"pid":' rank.json && ok ||
  bad "rank.json: no rank"
grep -q '"type":"summary","program":"[^"]*","rank":3,"pid":' rank.json && ok ||
  bad "rank.json: no rank in the summary"
has rank.sarif '"rank":"3"'
is 0 env PMI_RANK=3x "$build/ptxvm-run" --uninit=report --json=no.json ./main.ptx
grep -q rank no.json && bad "no.json: a rank" || ok
has none.html '<p>No reports.</p>'
is 125 "$build/ptxvm-run" --html=n.html true
has n.html '<strong>nothing was launched: '
is 143 sh -c "'$build/ptxvm-run' --html=k.html sh -c 'kill -TERM \$\$'; exit \$?"
has k.html '<strong>'

# Files that cannot be written; a page that is there stays.
is 127 "$build/ptxvm-run" --html=no/where.html ./main.ptx
has err 'cannot write no/where.html'
is 127 "$build/ptxvm-run" --html= ./main.ptx
is 127 "$build/ptxvm-run" --html ./main.ptx
echo old > old.html
is 127 "$build/ptxvm-run" --html=old.html --sarif=no/where.sarif ./main.ptx
test "`cat old.html`" = old && ok || bad "old.html: changed"
test -z "`ls t`" && ok || bad "left behind: `ls t`"

cd "$build"
test $failed != 0 || rm -rf "$tmp"
end

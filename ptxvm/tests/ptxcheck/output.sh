# Tests of ptxcheck; read by ptxcheck.sh.
# The command line, --json, --dot; archives and linked programs that --fix writes.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# ---- The command line.

check 'no file' 2 <<'E'
ptxcheck: no input file
Try `ptxcheck --help'.
E
check '--fix without -o' 2 --fix clean.ptx <<'E'
ptxcheck: --fix needs -o OUT: the input is never overwritten
E
"$ptxcheck" --frob clean.ptx >out.txt 2>&1
test $? = 2 && grep frob out.txt >/dev/null && ok || bad "unknown option"
"$ptxcheck" --help | grep 'Exit status' >/dev/null && ok || bad --help
"$ptxcheck" --version | grep '^ptxcheck (' >/dev/null && ok || bad --version
check '--fix onto itself' 2 --fix -o maybe.ptx maybe.ptx <<'E'
maybe.ptx: error: is the input itself, which is never overwritten
E
check '--fix of what cannot be read' 2 --fix -o bad.fixed bad.ptx <<'E'
bad.ptx:6: error: `mov' takes 2 operands, not 0
bad.ptx:7: error: unknown instruction `foo'
E
test ! -e bad.fixed && ok || bad "--fix leaves a file behind an error"
if test "`id -u`" != 0; then
  mkdir -p ro && chmod 555 ro
  "$ptxcheck" --fix -o ro/x maybe.ptx 2>/dev/null
  test $? = 2 && ok || bad "--fix into a folder that cannot be written"
else
  "$ptxcheck" --fix -o nodir/x maybe.ptx 2>/dev/null
  test $? = 2 && ok || bad "--fix into a folder that is not there"
fi

# ---- --json and --dot.

"$ptxcheck" --json maybe.ptx ends.ptx clean.ptx >out.json
test $? = 1 && ok || bad "exit status of --json"
if command -v jq >/dev/null 2>&1; then
  jq -r '.[0].findings[0] | "\(.kind) \(.line) \(.function) \(.register) \(.source):\(.source_line) \(.path|join(" "))"' \
    out.json >out.txt
  echo 'maybe-uninitialised 16 f %x dir/src.c:9 entry $L1' | cmp -s - out.txt \
    && ok || { bad "--json: a finding"; cat out.txt; }
  jq -r '.[] | "\(.file) \(.readable) \(.functions) \(.findings|length) \(."dead-end") \(."never-written")"' \
    out.json >out.txt
  cmp -s - out.txt <<'E' && ok || { bad "--json: counts"; cat out.txt; }
maybe.ptx true 1 2 0 1
ends.ptx true 5 4 2 0
clean.ptx true 1 0 0 0
E
  "$ptxcheck" --json bad.ptx 2>/dev/null | jq -e '.[0].readable == false' \
    >/dev/null && ok || bad "--json: a file that cannot be read"
else
  skip "no jq: the JSON is not parsed"
fi
"$ptxcheck" --dot=f maybe.ptx >out.dot
test $? = 1 && ok || bad "exit status of --dot"
if command -v dot >/dev/null 2>&1; then
  dot -Tplain out.dot >out.txt 2>&1 && grep '^edge b0 b2' out.txt >/dev/null \
    && grep '^node b2 .*red' out.txt >/dev/null && ok \
    || { bad "--dot"; cat out.txt; }
else
  skip "no dot: the graph is not drawn"
fi
"$ptxcheck" --dot=nosuch maybe.ptx 2>/dev/null >&2
test $? = 2 && ok || bad "--dot of a function that is not there"

# ---- Archives and linked programs.

cp maybe.ptx a_member_with_quite_a_long_name.o
cp guard.ptx g.o
cp clean.ptx short.o
rm -f lib.a
if ar qcD lib.a a_member_with_quite_a_long_name.o g.o short.o 2>/dev/null; then
  check archive 1 lib.a <<'E'
lib.a(a_member_with_quite_a_long_name.o):16: f: %x may be read uninitialised (dir/src.c:9); path: entry -> $L1
lib.a(a_member_with_quite_a_long_name.o):16: f: %z is read but never written (dir/src.c:9); path: entry -> $L1
lib.a(g.o):14: f: %x may be read uninitialised; path: entry -> $L2
lib.a(g.o):15: f: %x may be read uninitialised; path: entry -> $L2
E
  "$ptxcheck" --fix --summary -o fixed.a lib.a >out.txt
  echo 'lib.a: 4 initialisations inserted in 2 functions' | cmp -s - out.txt \
    && ok || { bad "--fix --summary of an archive"; cat out.txt; }
  check 'archive mended' 0 fixed.a </dev/null
  mkdir -p x && (cd x && ar x ../fixed.a) \
    && cmp -s x/a_member_with_quite_a_long_name.o maybe.ptx.fixed \
    && cmp -s x/g.o guard.ptx.fixed && cmp -s x/short.o clean.ptx && ok \
    || bad "members of a mended archive"

  # A symbol table: its offsets must lead to the same members.
  printf 'int f;' >s.c
  if ${CC:-cc} -c s.c -o s.o 2>/dev/null; then
    # GNU ar makes a table from an ELF member alone; the PTX moves it.
    rm -f sym.a
    ar qcD sym.a g.o a_member_with_quite_a_long_name.o && ar qD sym.a s.o
    "$ptxcheck" --fix -o symfixed.a sym.a 2>out.txt
    grep 'sym.a(s.o)' out.txt >/dev/null && test ! -e symfixed.a && ok \
      || { bad "an archive with a member that is no PTX"; cat out.txt; }
  else
    skip "no C compiler for an archive with a foreign member"
  fi
else
  skip "no ar: archives are not made"
fi
# An archive with a symbol table, made by hand: one symbol, in the second
# member, whose header is at offset 8 + 60 + 12 + 60 + 340 or so.
perl -e '
  sub member { my ($n, $d) = @_; my $h = sprintf "%-16s%-12d%-6d%-6d%-8o%-10d`\n", $n, 0, 0, 0, 0100644, length $d;
    return $h . $d . (length ($d) % 2 ? "\n" : ""); }
  local $/; open F, "guard.ptx"; $g = <F>; open F, "clean.ptx"; $c = <F>;
  $m1 = member ("g.o/", $g); $m2 = member ("c.o/", $c);
  $tab = pack ("N N N", 2, 0, 0) . "f\0h\0";
  $first = 8 + length (member ("/", $tab));
  $tab = pack ("N N N", 2, $first, $first + length $m1) . "f\0h\0";
  print "!<arch>\n", member ("/", $tab), $m1, $m2;' >tab.a 2>/dev/null
if test -s tab.a; then
  "$ptxcheck" --fix -o tabfixed.a tab.a && perl -e '
    local $/; open F, "tabfixed.a"; $a = <F>;
    ($n, $x, $y) = unpack ("N N N", substr ($a, 68, 12));
    exit ! ($n == 2 && substr ($a, $x, 4) eq "g.o/"
	    && substr ($a, $y, 4) eq "c.o/");' && ok \
    || bad "--fix keeps the symbol table of an archive"
else
  skip "no perl: no archive with a symbol table"
fi

# Pieces of a linked program; what is around them stays.
{ cat maybe.ptx; printf '\0'; cat guard.ptx; printf '\0\n'; } >prog
check 'pieces' 1 --no-undefined prog <<'E'
prog:16: f: %x may be read uninitialised (dir/src.c:9); path: entry -> $L1
prog:16: f: %z is read but never written (dir/src.c:9); path: entry -> $L1
prog:33: f: %x may be read uninitialised; path: entry -> $L2
prog:34: f: %x may be read uninitialised; path: entry -> $L2
E
chmod 750 prog
"$ptxcheck" --fix -o prog.fixed prog
{ cat maybe.ptx.fixed; printf '\0'; cat guard.ptx.fixed; printf '\0\n'; } \
  | cmp -s - prog.fixed && ok || bad "--fix of a linked program"
test -x prog.fixed && ok || bad "--fix keeps the mode"

# Several files go into a folder.
"$ptxcheck" --fix -o folder maybe.ptx lib.a && cmp -s folder/maybe.ptx maybe.ptx.fixed \
  && cmp -s folder/lib.a fixed.a && ok || bad "--fix of several files"

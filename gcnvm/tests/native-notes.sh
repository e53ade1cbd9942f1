#! /bin/sh
# Test of what is noted of native code: which text an earlier run has compiled, so that
# it need not be written again.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in gcnvm's build folder.

. "${0%/*}/../../simt/tests/lib.sh"
tmp=`mktemp -d` || exit 2
trap 'rm -rf "$tmp"' 0
gcc=`command -v gcc` || { skip "no gcc"; end; }
XDG_CACHE_HOME=$tmp
export XDG_CACHE_HOME
cache=$tmp/accelfix/native
mkdir "$tmp/bin" || exit 2
# A compiler that counts how often it is called.
cat > "$tmp/bin/gcc" <<EOF
#! /bin/sh
echo >> "$tmp/compiled"
exec "$gcc" "\$@"
EOF
chmod +x "$tmp/bin/gcc"
PATH=$tmp/bin:$PATH

# Some programs, whose results are looked at.
run ()
{
  for row in s_add_u32 s_sub_u32 s_lshl_b32 v_xor_b32; do
    tests/isa-semantics --random=0 --cpu=gfx906 --row=$row --programs=10 --native \
      > "$tmp/out" 2> "$tmp/err" || return
  done
}
# What there is: compilations so far, and files.
state ()
{
  echo `wc -l < "$tmp/compiled"` `ls "$cache" | grep -c '\.text$'` \
    `cat "$cache"/*.text | wc -c`
}
# still WHAT: the programs are right, and no compiler was called.
still ()
{
  what=$1
  if run; then ok; else bad "wrong results"; fi
  now=`state`
  test "$now" = "$before" && ok || bad "compilations, notes and bytes: $now, not $before"
}

what='the first run'
if run; then ok; else bad "wrong results"; fi
before=`state`
case $before in
  0\ * | *\ 0\ *) bad "compilations, notes and bytes: $before" ;;
  *) ok ;;
esac
still 'the second run'
for f in "$cache"/*.text; do
  head -c 10 "$f" > "$tmp/short" && cat "$tmp/short" > "$f"
done
still 'with notes that are not whole'
for f in "$cache"/*.text; do
  test -z "${last-}" || cp "$f" "$last.new"
  last=$f
  first=${first-$f}
done
cp "$first" "$last.new"
for f in "$cache"/*.text; do
  cat "$f.new" > "$f" && rm "$f.new"
done
still 'with notes of other code'
what='without the code'
rm "$cache"/*.so
if run; then ok; else bad "wrong results"; fi
set -- $before
set -- $1 `state`
test $2 = `expr $1 + $1` && ok || bad "$2 compilations, not twice $1"
end

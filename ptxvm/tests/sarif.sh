#! /bin/sh
# Test of --sarif of ptxcheck and ptxvm-run: the structure that SARIF 2.1.0
# requires, what is in it, and files that cannot be written.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
tmp=$build/tests/tmp/sarif
members=`cd "${srcdir:-.}/../simt/tests" && pwd`/sarif-members.sh
rm -rf "$tmp"
mkdir -p "$tmp/sub folder" && cd "$tmp" || exit 1
unset PTXVM_UNINIT PTXVM_JSON NVPTX_NONE_RUN LD_LIBRARY_PATH
if ! command -v jq > /dev/null 2>&1; then
  echo "UNSUPPORTED: --sarif: no jq"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi

# true_of FILE FILTER: what jq says of FILE is true.
true_of ()
{
  if test "`jq "$2" "$1" 2>&1`" = true; then
    ok
  else
    bad "$1: $2: `jq -c "$2" "$1" 2>&1 | sed 1q`"
  fi
}
# What the standard requires of every document: of its objects' members, and
# sections 3.13 (log), 3.14
# (run), 3.18, 3.19 (tool), 3.20 (invocation), 3.27 (result), 3.49 (rule), and
# RFC 3986 of a URI.
structure ()
{
  if sh "$members" "$1" > members; then ok; else bad "$1: `cat members`"; fi
  true_of "$1" '.version == "2.1.0" and (.runs | type) == "array"'
  true_of "$1" '.runs | length == 1'
  true_of "$1" '.runs[0].tool.driver | (.name | length) > 0
    and (.version | length) > 0'
  true_of "$1" '.runs[0] | (.results | type) == "array"
    and (.invocations[0].executionSuccessful | type) == "boolean"'
  true_of "$1" '[.runs[0].tool.driver.rules[] | (.id | type) == "string"
    and (.shortDescription.text | length) > 0] | all'
  true_of "$1" '.runs[0].tool.driver.rules | (map (.id) | unique | length)
    == length'
  true_of "$1" '.runs[0] as $r | [$r.results[]
    | $r.tool.driver.rules[.ruleIndex].id == .ruleId
    and (.message.text | length) > 0
    and (.level | IN ("error", "warning", "note"))] | all'
  true_of "$1" '[.runs[0].results[] | (.locations, .relatedLocations // [])[]
    | .physicalLocation // empty | (.artifactLocation.uri
      | test ("^[A-Za-z0-9._~:/+,=@$%-]+$"))
      and (.region.startLine // 1) >= 1] | all'
  true_of "$1" '[.runs[0] as $r | .runs[0].results[] | .locations[]
    | .physicalLocation.artifactLocation.uriBaseId // empty
    | $r.originalUriBaseIds[.].uri | test ("^file:///.*/$")] | all'
}

cat > "sub folder/a.ptx" <<'PTX'
.version 6.0
.target sm_35
.address_size 64
.file 1 "sub folder/a.c"
.visible .entry f (.param .u64 p)
{
	.reg .u64 %a;
	.reg .u32 %x;
	.loc 1 7 3
	ld.param.u64 %a, [p];
	st.global.u32 [%a], %x;
	ret;
}
PTX
echo 'int x;' > "sub folder/a.c"

is 1 "$build/ptxcheck" --sarif=c.sarif "sub folder/a.ptx"
structure c.sarif
true_of c.sarif '.runs[0].tool.driver.name == "ptxcheck"'
true_of c.sarif '.runs[0].results | length == 1'
true_of c.sarif '.runs[0].results[0] | .ruleId == "never-written"
  and .properties.register == "%x"'
true_of c.sarif '.runs[0].results[0].locations[0] |
  .physicalLocation.artifactLocation.uri == "sub%20folder/a.c"
  and .physicalLocation.region.startLine == 7
  and .logicalLocations[0].name == "f"'
true_of c.sarif '.runs[0].results[0].relatedLocations[0].physicalLocation |
  .artifactLocation.uri == "sub%20folder/a.ptx" and .region.startLine == 11'
# The text on standard output is the same with and without.
"$build/ptxcheck" "sub folder/a.ptx" > plain
if cmp -s out plain; then ok; else bad "--sarif changes the standard output"; fi

# Nothing found; two files; one that cannot be read.
sed 's/%x;$/%x;/; s/^	ld/	mov.u32 %x, 1;\n	ld/' "sub folder/a.ptx" > good.ptx
is 0 "$build/ptxcheck" --sarif=good.sarif good.ptx
structure good.sarif
true_of good.sarif '.runs[0].results == []
  and .runs[0].invocations[0].executionSuccessful'
is 1 "$build/ptxcheck" --sarif=two.sarif "sub folder/a.ptx" "sub folder/a.ptx"
structure two.sarif
true_of two.sarif '.runs[0].results | length == 2'
echo 'no PTX' > bad.ptx
is 2 "$build/ptxcheck" --sarif=bad.sarif bad.ptx
structure bad.sarif
true_of bad.sarif '.runs[0].invocations[0].executionSuccessful | not'
is 2 "$build/ptxcheck" --sarif=no/where.sarif good.ptx
if grep -q 'cannot write no/where.sarif' err; then ok; else bad "err: `cat err`"; fi
is 2 "$build/ptxcheck" --fix --sarif=x.sarif -o fixed.ptx good.ptx

# The driver: a program of its own makes the reports, one process or two.
cat > main.ptx <<'PTX'
.version 6.0
.target sm_35
.address_size 64
.file 1 "main.c"
.visible .entry __main (.param .u64 ret, .param .u32 argc, .param .u64 argv)
{
	.reg .u64 %a;
	.reg .u32 %x;
	ld.param.u64 %a, [ret];
	.loc 1 12 1
	and.b32 %x, %x, 0;
	st.u32 [%a], %x;
	ret;
}
PTX
is 0 "$build/ptxvm-run" --uninit=report --sarif=r.sarif ./main.ptx
structure r.sarif
true_of r.sarif '.runs[0].tool.driver.name == "ptxvm"'
true_of r.sarif '.runs[0].results | length == 1'
true_of r.sarif '.runs[0].results[0] | .ruleId == "uninit"
  and .locations[0].physicalLocation.artifactLocation.uri == "main.c"
  and .locations[0].physicalLocation.region.startLine == 12
  and .properties.register == "%x" and .properties.ptxLine == "11"'
is 0 "$build/ptxvm-run" --uninit=report --sarif=twice.sarif \
  sh -c "'$build/ptxvm-run' ./main.ptx && '$build/ptxvm-run' ./main.ptx"
structure twice.sarif
true_of twice.sarif '.runs[0].results | length == 2'
# What the program did is done: an exit status, a signal.
is 3 "$build/ptxvm-run" --no-require-launch --sarif=s.sarif sh -c 'exit 3'
structure s.sarif
true_of s.sarif '.runs[0].results == []'
# No launch is no success.
true_of s.sarif '.runs[0].invocations[0] | (.executionSuccessful | not) and
  (.toolExecutionNotifications[0].message.text
   | startswith ("nothing was launched"))'
is 125 "$build/ptxvm-run" --sarif=s.sarif true
structure s.sarif
true_of r.sarif '.runs[0].invocations[0].executionSuccessful'
is 143 sh -c "'$build/ptxvm-run' --sarif=k.sarif sh -c 'kill -TERM \$\$'; exit \$?"
true_of k.sarif '.runs[0].invocations[0].executionSuccessful | not'
is 127 "$build/ptxvm-run" --sarif=n.sarif ./no-such-program
is 127 "$build/ptxvm-run" --sarif=no/where.sarif true
is 127 "$build/ptxvm-run" --sarif= true
left=`ls "$tmp" | grep part`
if test -z "$left"; then ok; else bad "left behind: $left"; fi
cd "$build"
rm -rf "$tmp"
end

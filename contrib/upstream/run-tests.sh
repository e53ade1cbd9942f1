# Run the tests that the patches bring, without and with the patches.  A part of
# contrib/upstream/check, to be read with `.'; POSIX sh.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Both sides take the tests of the patched tree.  $tmp/todo has the lines NUMBER
# KIND SUITE TEST; the results are lines NUMBER RESULT TEST REASON in
# $tmp/results.

: > "$tmp/results"
result () { echo "$*" >> "$tmp/results"; }
major=$(sed 's/\..*//' "$base/gcc/gcc/BASE-VER")
suites=$patched/gcc/gcc/testsuite

# installed TARGET: the folder with the libraries of the offload compiler of this
# release, or of another one that is named by OFFLOAD_LIBS; nothing if it is not
# there.
installed ()
{
  i_host=$(gcc -dumpmachine | sed 's/-pc-/-/')
  i_dir=${OFFLOAD_LIBS:-/usr/lib/gcc/$i_host/$major/accel}/$1
  test ! -f "$i_dir/libc.a" || echo "$i_dir"
}

# run_suite SIDE KIND SUITE: run a folder of GCC's test suite, or with --quick
# those of its tests that are new; what they give goes to
# SIDE/results/KIND.SUITE.
run_suite ()
{
  s_dir=$1/results/$2.$3
  s_target=$(target_of $2)
  rm -rf "$s_dir"
  mkdir -p "$s_dir" || return 1
  s_what=$3
  test -z "$quick" ||
    s_what="$3=$(awk -v k=$2 -v s=$3 '$2 == k && $3 == s { print $4 }' \
      "$tmp/todo" | sort -u | tr '\n' ' ' | sed 's/ $//')"
  board=unix cc="$1/$2/gcc/xgcc -B$1/$2/gcc/"
  s_triplet=x86_64-pc-linux-gnu
  case $2 in
    nvptx) board=ptxvm s_triplet=nvptx-unknown-none ;;
    gcn) board=gcnvm-gfx90a s_triplet=amdgcn-unknown-amdhsa ;;
  esac
  if test $2 != host; then
    libs=$(installed $s_target)
    test -z "$libs" || cc="$cc -B$1/$2-lib/ -B$libs/"
    test $2 != nvptx || cc="$cc -Wa,--no-verify"
    PTXVM_RUN=${machines:+$machines/ptxvm/}ptxvm-run
    GCNVM_RUN=${machines:+$machines/gcnvm/}gcnvm-run
    export PTXVM_RUN GCNVM_RUN
  fi
  cat > "$s_dir/site.exp" <<EOF
set host_triplet x86_64-pc-linux-gnu
set build_triplet x86_64-pc-linux-gnu
set target_triplet $s_triplet
set target_alias $s_target
set tool gcc
set srcdir $suites
set objdir $s_dir
set tmpdir $s_dir
set CFLAGS ""
set HOSTCC "gcc"
set HOSTCFLAGS ""
set TESTING_IN_BUILD_TREE 0
set ENABLE_PLUGIN 0
set GCC_UNDER_TEST "$cc"
lappend boards_dir "$here/../../gcc-testsuite/boards"
EOF
  (
    cd "$s_dir" && TMPDIR=$s_dir && export TMPDIR &&
      runtest --tool gcc --target_board=$board --srcdir "$suites" \
	--objdir "$s_dir" "$s_what" > runtest.out 2>&1 < /dev/null
    # The status says whether tests failed; a run that broke off has no summary.
    grep -q '=== gcc Summary ===' gcc.sum && ! grep -q '^ERROR: ' gcc.sum
  ) || {
    say "$2 $3: runtest broke off; see $s_dir/runtest.out"
    return 1
  }
  grep -E '^(PASS|FAIL|XPASS|XFAIL|UNRESOLVED|UNSUPPORTED|UNTESTED): ' \
    "$s_dir/gcc.sum" | sort > "$s_dir/sorted"
}

# vectors SIDE: amdgcn's libgcc with the division of SIDE's source.
vectors ()
{
  v_libs=$(installed amdgcn-amdhsa)
  test -n "$v_libs" || return 0
  mkdir -p "$1/gcn-lib" && cp "$v_libs/libgcc.a" "$1/gcn-lib/libgcc.a" ||
    return 1
  for v in lib2-vec_divmod-di; do
    "$1/gcn/gcc/xgcc" -B"$1/gcn/gcc/" -B"$v_libs/" -O2 -g0 -DIN_LIBGCC2 \
      -fbuilding-libgcc -I"$1/gcc/libgcc" -I"$1/gcc/libgcc/config/gcn" \
      -c "$1/gcc/libgcc/config/gcn/$v.c" -o "$1/gcn-lib/$v.o" &&
      ${LLVM_AR:-ar} r "$1/gcn-lib/libgcc.a" "$1/gcn-lib/$v.o" 2>/dev/null ||
      return 1
  done
}

# verdict NUMBER KIND SUITE TEST: what TEST, by its file name, does on both sides.
verdict ()
{
  new=$patched/results/$2.$3/sorted old=$base/results/$2.$3/sorted
  if ! grep -q "/$4 " "$new" 2>/dev/null; then
    result $1 FAIL $4 "$3 does not run it"
    return
  fi
  if grep "/$4 " "$new" | grep -q '^\(FAIL\|XPASS\|UNRESOLVED\|UNTESTED\): '; then
    result $1 FAIL $4 "with the patches: $(grep "/$4 " "$new" |
      grep '^\(FAIL\|XPASS\|UNRESOLVED\|UNTESTED\): ' | sed 1q)"
  elif ! grep "/$4 " "$new" | grep -q '^PASS: '; then
    result $1 UNSUPPORTED $4 "$(grep "/$4 " "$new" | sed 1q)"
  elif test ! -f "$old"; then
    result $1 PASS $4 "with the patches; not built without"
  elif grep "/$4 " "$old" | grep -q '^FAIL: '; then
    result $1 PASS $4 "fails without the patches"
  else
    result $1 FAIL $4 "passes without the patches, too"
  fi
}

# offload NUMBER KIND TEST: compile TEST, of libgomp's, with the installed
# compiler of this release and the part that was built of each side, and run it.
# For offload-host that part is the host's cc1, for others the device's lto1.
offload ()
{
  o_cc=${HOST_GCC:-gcc-$major}
  o_test=$patched/gcc/libgomp/testsuite/$3
  o_name=$(basename "$3")
  case $2 in
    offload-host) o_target=nvptx-none o_part=host/gcc/cc1 ;;
    *) o_target=$(target_of ${2#offload-}) o_part=${2#offload-}-accel/gcc/lto1 ;;
  esac
  if ! command -v "$o_cc" >/dev/null || test -z "$(installed $o_target)"; then
    result $1 UNSUPPORTED $o_name "there is no $o_cc that offloads to $o_target"
    return
  elif test -z "$machines"; then
    result $1 UNSUPPORTED $o_name "it runs on a machine of ours, and" \
      "--machines=DIR names none"
    return
  fi
  case $o_target in
    nvptx-none) o_run=$machines/ptxvm/ptxvm-run ;;
    *) o_run=$machines/gcnvm/gcnvm-run ;;
  esac
  case $3 in
    *oacc*) o_flags=-fopenacc ;;
    *) o_flags=-fopenmp ;;
  esac
  o_flags="-O2 $o_flags $(sed -n \
    's/.*{ *dg-additional-options "\([^"]*\)".*/\1/p' "$o_test")"
  o_what=
  for side in base patched; do
    o_exe=$tmp/$o_name.$side o_dir=$dir/$side/$2
    if test ! -x "$dir/$side/$o_part"; then
      o_what="$o_what none"
      continue
    fi
    mkdir -p "$o_dir" && ln -sf "$dir/$side/$o_part" "$o_dir/" || exit 2
    o_b=-foffload-options=$o_target=-B$o_dir/
    test $2 != offload-host || o_b=-B$o_dir/
    if "$o_cc" $o_flags -foffload=$o_target $o_b "$o_test" -o "$o_exe" \
	 > "$o_exe.log" 2>&1 &&
       timeout 300 "$o_run" "$o_exe" >> "$o_exe.log" 2>&1; then
      o_what="$o_what right"
    else
      o_what="$o_what wrong"
    fi
  done
  case $o_what in
    ' wrong right') result $1 PASS $o_name "fails without the patches:" \
      "$(sed 1q "$tmp/$o_name.base.log" | cut -c1-100)" ;;
    ' none right') result $1 PASS $o_name "with the patches; not built without" ;;
    *' wrong') result $1 FAIL $o_name "with the patches:" \
      "$(sed 1q "$tmp/$o_name.patched.log")" ;;
    ' right right') result $1 FAIL $o_name "passes without the patches, too" ;;
    *) result $1 UNSUPPORTED $o_name "$o_part was not built" ;;
  esac
}

command -v runtest >/dev/null ||
  die "runtest is missing: apt-get install dejagnu"
bad=0
awk '$2 !~ /^offload-/ && $2 != "none" { print $2, $3 }' "$tmp/todo" | sort -u \
  > "$tmp/suites"
while read -r kind suite; do
  for side in base patched; do
    test -x "$dir/$side/$kind/gcc/cc1" || continue
    test $kind != gcn || vectors "$dir/$side" ||
      die "libgcc's division cannot be built in $dir/$side"
    say "$kind: $suite, $side"
    run_suite "$dir/$side" $kind $suite || bad=1
  done
  old=$base/results/$kind.$suite/sorted new=$patched/results/$kind.$suite/sorted
  # What changes beside the new tests.
  awk '{ print $4 }' "$tmp/todo" | sort -u > "$tmp/new"
  if test -f "$old" && test -f "$new"; then
    diff "$old" "$new" | grep '^[<>]' |
      grep -v -F "$(sed 's|.*|/& |' "$tmp/new")" > "$tmp/changes"
    if test -s "$tmp/changes"; then
      say "$kind: $suite: other results change:"
      cat "$tmp/changes"
      bad=1
    else
      say "$kind: $suite: $(grep -c . "$new") results, the others are as before"
    fi
  fi
done < "$tmp/suites"
while read -r number kind suite test; do
  case $kind in
    offload-*) offload $number $kind $test ;;
    none) result $number UNSUPPORTED $test "$(echo "$suite" | tr - ' ')" ;;
    *) verdict $number $kind $suite $test ;;
  esac
done < "$tmp/todo"
sort "$tmp/results" | awk '{
  count[$2]++; n = $1; r = $2; t = $3; $1 = $2 = $3 = ""; sub(/^ */, "")
  printf "%s: %s %s: %s\n", r, n, t, $0 }'
passed=$(grep -c '^[^ ]* PASS ' "$tmp/results")
failed=$(grep -c '^[^ ]* FAIL ' "$tmp/results")
skipped=$(grep -c '^[^ ]* UNSUPPORTED ' "$tmp/results")
failed=$((failed + bad))
echo "$passed passed, $failed failed, $skipped skipped"
test $failed = 0

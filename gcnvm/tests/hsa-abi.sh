#! /bin/sh
# The HSA runtime has what GCC's gcn-run and libgomp plugin look up, and the
# names, values, layouts and types of the header in GCC's source.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: srcdir=DIR sh hsa-abi.sh
# The sources are those of the packages gcc-N-source.

. "${0%/*}/../../simt/tests/lib.sh"
: "${srcdir:=.}"
: "${CC:=cc}"
hsa=`cd "$srcdir/hsa" && pwd`
tmp=`mktemp -d` || exit 2
trap 'rm -rf "$tmp"' 0

nm -D --defined-only libhsa-runtime64.so.1 | sed -n 's/.* T \([a-z_0-9]*\).*/\1/p' \
  | sort >"$tmp/have"
has () { grep -qx "$1" "$tmp/have"; }

# Nothing else is exported, and all under the version of AMD's library.
if grep -qv '^hsa_' "$tmp/have"; then bad "it exports more than hsa_*"; else ok; fi
if nm -D --defined-only libhsa-runtime64.so.1 | grep ' T ' \
     | grep -qv '@@ROCR_1$'; then
  bad "a function without the version ROCR_1"
else
  ok
fi

# What the plugins of GCC 13 to 16 look up beyond GCC 12's, as their source is
# not at hand everywhere.
for f in hsa_queue_load_read_index_relaxed hsa_queue_load_write_index_relaxed \
  hsa_amd_memory_fill hsa_amd_memory_lock hsa_amd_memory_unlock \
  hsa_amd_memory_async_copy_rect hsa_amd_pointer_info \
  hsa_amd_svm_attributes_set hsa_amd_svm_attributes_get; do
  if has $f; then ok; else bad "$f is lacking, for GCC 13 to 16"; fi
done

# The same table of names, from our header or from GCC's.
sed -n 's/^.*\(HSA_[A-Z0-9_]*\) = .*/\1/p' "$hsa/hsa-api.h" >"$tmp/names"
sed -n 's/.*[ ,{]\(HSA_[A-Z0-9_]*\) = .*/\1/p; s/.*\(HSA_[A-Z0-9_]*\) = [^,]*, *HSA.*/\1/p' \
  "$hsa/hsa-api.h" >>"$tmp/names"
sed -n 's/^HSA_STATUS (\([A-Z0-9_]*\), 0x.*/HSA_STATUS_\1/p' "$hsa/status.def" \
  >>"$tmp/names"
grep -v '_$' "$tmp/names" | sort -u >"$tmp/names.all"

# values HEADER... > C source that prints all names that are there.
values ()
{
  cat <<'EOF'
#include <stdio.h>
#include <stddef.h>
#define VALUE(X) printf ("%s %llx\n", #X, (unsigned long long) X);
#define SIZE(T) printf ("%s %zu\n", #T, sizeof (T));
#define AT(T, F) printf ("%s.%s %zu\n", #T, #F, offsetof (T, F));
EOF
  for h in "$@"; do echo "#include \"$h\""; done
  echo 'int main (void) {'
  sed 's/.*/VALUE (&)/' "$tmp/names.both"
  for s in hsa_queue_t hsa_kernel_dispatch_packet_t hsa_barrier_and_packet_t \
    hsa_barrier_or_packet_t hsa_pitched_ptr_t hsa_dim3_t; do
    echo "SIZE ($s)"
  done
  for f in hsa_queue_t,base_address hsa_queue_t,doorbell_signal \
    hsa_queue_t,size hsa_queue_t,id hsa_kernel_dispatch_packet_t,setup \
    hsa_kernel_dispatch_packet_t,workgroup_size_x \
    hsa_kernel_dispatch_packet_t,workgroup_size_z \
    hsa_kernel_dispatch_packet_t,grid_size_x \
    hsa_kernel_dispatch_packet_t,grid_size_z \
    hsa_kernel_dispatch_packet_t,private_segment_size \
    hsa_kernel_dispatch_packet_t,group_segment_size \
    hsa_kernel_dispatch_packet_t,kernel_object \
    hsa_kernel_dispatch_packet_t,kernarg_address \
    hsa_kernel_dispatch_packet_t,completion_signal \
    hsa_barrier_and_packet_t,dep_signal \
    hsa_barrier_and_packet_t,completion_signal \
    hsa_barrier_or_packet_t,dep_signal hsa_pitched_ptr_t,pitch \
    hsa_pitched_ptr_t,slice hsa_dim3_t,z hsa_amd_pointer_info_t,size \
    hsa_amd_pointer_info_t,type hsa_amd_pointer_info_t,agentBaseAddress \
    hsa_amd_pointer_info_t,hostBaseAddress hsa_amd_pointer_info_t,sizeInBytes \
    hsa_amd_pointer_info_t,userData hsa_amd_pointer_info_t,agentOwner; do
    echo "AT ($f)"
  done
  echo 'return 0; }'
}

any=
for tar in /usr/src/gcc-*/gcc-*.tar.xz; do
  test -r "$tar" || continue
  n=`echo "$tar" | sed 's|/usr/src/gcc-\([0-9]*\)/.*|\1|'`
  theirs=`sh "$srcdir/../gcc-testsuite/tools/accel-testsuite" --gcc=$n` \
    && test -r "$theirs/include/hsa.h" || continue
  any=y

  # What is looked up.  An optional function may be lacking.
  for f in `sed -n 's/^ *DLSYM_FN (\([a-z_0-9]*\)).*/\1/p' \
	      "$theirs/libgomp/plugin/plugin-gcn.c" \
	      "$theirs"/gcc/config/gcn/gcn-run.c* | sort -u`; do
    if has $f; then ok; else bad "GCC $n looks up $f, which is lacking"; fi
  done

  # Each function of the header is there, if only to say that it is not
  # supported.
  for f in `tr '\n' ' ' <"$theirs/include/hsa.h" | sed 's|/\*[^*]*\*\**\([^/*][^*]*\*\**\)*/||g' \
	      | grep -o 'HSA_API[A-Z_ ]* hsa_[a-z_0-9]*' | sed 's/.* //' | sort -u`; do
    if has $f; then ok; else bad "hsa.h of GCC $n has $f, which is lacking"; fi
  done

  # Values and layouts.
  : >"$tmp/names.both"
  while read name; do
    grep -qw "$name" "$theirs/include/hsa.h" "$theirs/include/hsa_ext_amd.h" \
      && echo "$name" >>"$tmp/names.both"
  done <"$tmp/names.all"
  values hsa.h hsa_ext_amd.h >"$tmp/theirs.c"
  values hsa-api.h >"$tmp/ours.c"
  if $CC -w -I"$theirs/include" -o "$tmp/theirs" "$tmp/theirs.c" \
     && $CC -w -I"$hsa" -o "$tmp/ours" "$tmp/ours.c" \
     && "$tmp/theirs" >"$tmp/theirs.out" && "$tmp/ours" >"$tmp/ours.out"; then
    passed=`expr $passed + \`comm -12 "$tmp/theirs.out" "$tmp/ours.out" | wc -l\``
    if cmp -s "$tmp/theirs.out" "$tmp/ours.out"; then
      ok
    else
      bad "values or layouts that differ from GCC $n's: `diff "$tmp/theirs.out" "$tmp/ours.out" | sed -n 2p`"
    fi
    if test `wc -l <"$tmp/names.both"` -gt 150; then ok; else bad "few names"; fi
  else
    bad "the programs with values cannot be built"
  fi

  # Types: our declarations must be compatible with theirs.  Older headers lack one.
  grep -q hsa_amd_svm_attribute_pair_t "$theirs/include/hsa_ext_amd.h" \
    && more= || more=-Dhsa_amd_svm_attribute_pair_t=hsa_pitched_ptr_t
  cat >"$tmp/types.c" <<'EOF'
#include "hsa.h"
#include "hsa_ext_amd.h"
typedef void hsa_queue_fn (hsa_status_t, hsa_queue_t *, void *data);
typedef hsa_status_t hsa_agent_fn (hsa_agent_t, void *data);
typedef hsa_status_t hsa_region_fn (hsa_region_t, void *data);
typedef hsa_status_t hsa_isa_fn (hsa_isa_t, void *data);
typedef hsa_status_t hsa_symbol_fn (hsa_executable_t, hsa_executable_symbol_t,
				    void *data);
typedef hsa_status_t hsa_agent_symbol_fn (hsa_executable_t, hsa_agent_t,
					  hsa_executable_symbol_t, void *data);
/* Its first argument has become const since.  */
#define hsa_amd_pointer_info our_pointer_info
#define HSA_ENTRY(TYPE, NAME, ARGS) extern TYPE NAME ARGS;
#define HSA_LACKING(NAME)
#include "entries.def"
EOF
  if $CC $more -w -I"$theirs/include" -I"$hsa" -c -o "$tmp/types.o" "$tmp/types.c" \
       2>"$tmp/err"; then
    ok
  else
    bad "types that differ from GCC $n's: `grep error "$tmp/err" | sed 1q`"
  fi
done
test -n "$any" || skip "no package gcc-N-source"

end

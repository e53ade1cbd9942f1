/* Functions that return vectors go to the device without the host's mode.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The host's vector modes mean nothing to a device: since GCC 15 variables, arguments
   and fields of vector types are written for it without one
   (pack_ts_decl_common_value_fields in tree-streamer-out.cc).  The result of a function,
   a RESULT_DECL, was forgotten, and the device's compiler stops with an internal error
   in lto_input_mode_table:

     #pragma omp declare target
     typedef int v4 __attribute__ ((vector_size (16)));
     static v4 twice (v4 a) { return a + a; }

   Here such results have no mode while offloaded functions are written, and get it back
   after that.  The device's compiler gives them its own (../vector-results.cc).  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "cgraph.h"
#include "host.h"

static accelfix_counter n_results ("results of vector types sent without a mode");

struct vector_result { tree decl; machine_mode mode; };
static auto_vec<vector_result> results;

/* See passes.h.  */

void
host_begin_ipa (void *, void *)
{
  cgraph_node *node;
  if (!ACCELFIX_SENDS_VECTOR_MODES || !accelfix_args.vector_results
      || !flag_generate_offload)
    return;
  FOR_EACH_FUNCTION (node)
    {
      tree result = DECL_RESULT (node->decl);
      if (!node->offloadable || !result || !VECTOR_TYPE_P (TREE_TYPE (result))
	  || DECL_MODE (result) == VOIDmode)
	continue;
      results.safe_push ({ result, DECL_MODE (result) });
      SET_DECL_MODE (result, VOIDmode);
      n_results.value++;
    }
}

/* See passes.h.  */

void
host_end_ipa (void *, void *)
{
  for (const vector_result &r : results)
    SET_DECL_MODE (r.decl, r.mode);
  results.truncate (0);
}

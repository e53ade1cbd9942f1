/* Let registers become registers before SIMD variables are made private.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "functions.h"
#include "simd.h"

/* A variable that is in memory only because it was passed by address to a
   function that has been inlined since, or that is a structure whose fields
   could be variables, becomes a register in GCC's passes after "ompdevlow".
   As a field of a lane's record it would stay in memory: right, and slow.  So
   in functions that have such variables in a simd loop some of those passes
   run once before: constant propagation, which finds that no address is taken
   any more, forward propagation, redundancy elimination and scalar
   replacement of aggregates.  They are GCC's own, and obey its options.  */

/* Whether the passes are to run for the current function.  They do so one after
   another, and only the first sees it as it was.  */

static bool
wanted_p (void)
{
  if (!simd_gate ())
    return false;
  function_facts *facts = facts_of (cfun->decl);
  if (!facts->asked)
    {
      facts->asked = true;
      facts->wants_private = simd_wants_private_p ();
    }
  return facts->wants_private;
}

namespace {

/* INNER, one of GCC's passes, run under another name where it is wanted.  */
class pass_accelfix_simd_clean : public gimple_opt_pass
{
public:
  pass_accelfix_simd_clean (const pass_data &data, gcc::context *ctxt,
			    gimple_opt_pass *inner)
    : gimple_opt_pass (data, ctxt), m_inner (inner)
  {}

  bool gate (function *fun) final override
  {
    return wanted_p () && m_inner->gate (fun);
  }
  unsigned int execute (function *fun) final override
  {
    return m_inner->execute (fun);
  }

private:
  gimple_opt_pass *m_inner;
};

/* INNER, renamed NAME.  */

opt_pass *
wrap (gimple_opt_pass *inner, const char *name, gcc::context *ctxt)
{
  pass_data data = *inner;
  data.name = name;
  return new pass_accelfix_simd_clean (data, ctxt, inner);
}

} // anon namespace

opt_pass *
make_accelfix_simd_ccp (gcc::context *ctxt)
{
  return wrap (make_pass_ccp (ctxt), "accelfix-simd-ccp", ctxt);
}

opt_pass *
make_accelfix_simd_forwprop (gcc::context *ctxt)
{
  return wrap (make_pass_forwprop (ctxt), "accelfix-simd-forwprop", ctxt);
}

opt_pass *
make_accelfix_simd_fre (gcc::context *ctxt)
{
  return wrap (make_pass_fre (ctxt), "accelfix-simd-fre", ctxt);
}

opt_pass *
make_accelfix_simd_sra (gcc::context *ctxt)
{
  return wrap (make_pass_sra (ctxt), "accelfix-simd-sra", ctxt);
}

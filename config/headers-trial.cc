/* A plugin that proves headers: it is built with them, loaded into the real
   lto1, and tells what it sees there.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-plugin.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "target.h"
#include "rtl.h"
#include "tree.h"
#include "df.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "tm_p.h"
#include "insn-config.h"
#include "recog.h"
#include "regs.h"
#include "cfgrtl.h"
#include "cfgbuild.h"
#include "function.h"
#include "tree-pass.h"
#include "context.h"
#include "opts.h"
#include "diagnostic-core.h"
#include "plugin-version.h"

int plugin_is_GPL_compatible;

namespace {

const pass_data trial_data =
{
  RTL_PASS, "accel_headers_trial", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class trial_pass : public rtl_opt_pass
{
public:
  trial_pass (gcc::context *c) : rtl_opt_pass (trial_data, c) {}
  unsigned int execute (function *) FINAL_OVERRIDE;
};

unsigned int
trial_pass::execute (function *fun)
{
  unsigned known = 0, unknown = 0;
  bool uses_sp = false;
  df_analyze ();
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NONJUMP_INSN_P (insn) && recog_memoized (insn) >= 0)
      {
	const char *name = get_insn_name (INSN_CODE (insn));
	if (name && name[0])
	  known++;
	else
	  unknown++;
	uses_sp |= reg_mentioned_p (stack_pointer_rtx, PATTERN (insn));
      }
  fprintf (stderr, "trial function %s known %u unknown %u sp %d blocks %d\n",
	   IDENTIFIER_POINTER (DECL_NAME (fun->decl)), known, unknown,
	   uses_sp, n_basic_blocks_for_fn (fun));
  return 0;
}

}

int
plugin_init (plugin_name_args *args, plugin_gcc_version *version)
{
  fprintf (stderr, "trial size global_options %lu\n",
	   (unsigned long) sizeof (gcc_options));
  fprintf (stderr, "trial size default_target_rtl %lu\n",
	   (unsigned long) sizeof (target_rtl));
  fprintf (stderr, "trial size default_target_regs %lu\n",
	   (unsigned long) sizeof (target_regs));
  fprintf (stderr, "trial size targetm %lu\n",
	   (unsigned long) sizeof (gcc_target));
#define COMPARE(F) \
  fprintf (stderr, "trial version %s [%s] [%s]\n", #F, gcc_version.F, \
	   version->F)
  COMPARE (basever);
  COMPARE (datestamp);
  COMPARE (devphase);
  COMPARE (revision);
  /* Past this point, what does not fit would crash.  */
  if (strcmp (gcc_version.basever, version->basever)
      || strcmp (gcc_version.datestamp, version->datestamp))
    return 0;
  register_pass_info info;
  info.pass = new trial_pass (g);
  info.reference_pass_name = "mach";
  info.ref_pass_instance_number = 1;
  info.pos_op = PASS_POS_INSERT_AFTER;
  register_callback (args->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
  return 0;
}

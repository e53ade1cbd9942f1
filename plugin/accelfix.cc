/* The plugin's entry: start, registration, summary.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"

#ifndef ACCELFIX_VERSION
# define ACCELFIX_VERSION "unknown"
#endif

/* GCC loads a plugin that declares this; accelfix is under GPLv3 or later
   (see COPYING).  */
__attribute__ ((visibility ("default"))) int plugin_is_GPL_compatible;

struct accelfix_arguments accelfix_args;

/* All counters, in the order in which they were made.  */
static accelfix_counter *counters;
static accelfix_counter **last_counter = &counters;

accelfix_counter::accelfix_counter (const char *t)
  : text (t), value (0), next (NULL)
{
  *last_counter = this;
  last_counter = &next;
}

/* What accelfix_keep was given, and the table that tells GCC of it.  */
static vec<tree, va_gc> *kept;

static const struct ggc_root_tab roots[] =
{
  { &kept, 1, sizeof kept, &gt_ggc_mx_vec_tree_va_gc_,
    &gt_pch_nx_vec_tree_va_gc_ },
  LAST_GGC_ROOT_TAB
};

/* See accelfix.h.  */

void
accelfix_keep (tree t)
{
  vec_safe_push (kept, t);
}

/* See accelfix.h.  */

const char *
accelfix_asm_text (const_rtx pattern, bool *operands)
{
  if (GET_CODE (pattern) == COND_EXEC)
    pattern = COND_EXEC_CODE (pattern);
  if (GET_CODE (pattern) == PARALLEL
      && GET_CODE (XVECEXP (pattern, 0, 0)) == ASM_INPUT)
    pattern = XVECEXP (pattern, 0, 0);
  bool named = GET_CODE (pattern) != ASM_INPUT;
  if (operands)
    *operands = named;
  if (!named)
    return XSTR (pattern, 0);
  const_rtx ops = extract_asm_operands (CONST_CAST_RTX (pattern));
  return ops ? ASM_OPERANDS_TEMPLATE (ops) : NULL;
}

/* See accelfix.h.  An asm without a location makes final.cc read through a
   null file name; the location of built-ins has a name and no line, so that
   nothing is printed for it.  */

rtx
accelfix_gen_text (const char *text)
{
  return gen_rtx_ASM_INPUT_loc (VOIDmode, ggc_strdup (text),
				BUILTINS_LOCATION);
}

/* See accelfix.h.  The target's comment starter comes first, so that the
   assembler sees no statement.  */

rtx
accelfix_gen_comment (const char *text)
{
  char *line = concat (ASM_COMMENT_START, " accelfix: ", text, NULL);
  rtx x = accelfix_gen_text (line);
  free (line);
  return x;
}

/* PLUGIN_FINISH under `verbose': what was done in this unit, and for which
   target, since a program may offload to both.  Says so when nothing was.  */

static void
summary (void *, void *)
{
  const char *target = (ACCELFIX_HOST ? "host"
			: ACCELFIX_NVPTX ? "nvptx-none" : "amdgcn-amdhsa");
  const char *unit = main_input_filename ? main_input_filename : "unit";
  bool any = false;
  for (accelfix_counter *c = counters; c; c = c->next)
    if (c->value)
      {
	fprintf (stderr, "accelfix: %s: %s: %lu %s\n", target, unit, c->value,
		 c->text);
	any = true;
      }
  if (!any)
    fprintf (stderr, "accelfix: %s: %s: %s\n", target, unit,
	     accelfix_args.disable ? "disabled" : "nothing to do");
}

/* PLUGIN_FINISH_UNIT: say in the unit's assembly that it was compiled with the
   plugin, and with which arguments.  A program's device code has this line
   once for each unit; accelfix-config --doctor reads it.  It takes no room in
   what is loaded: PTX has a comment, and ELF the section of the compilers' own
   names.  comment=0 leaves it out like the marks on inserted code.  */

static void
mark_unit (void *, void *)
{
  if (!accelfix_args.comment || !asm_out_file || seen_error () || (ACCELFIX_HOST && !g->have_offload))
    return;
  fprintf (asm_out_file, ACCELFIX_NVPTX ? "// accelfix-unit 1 %s%s\n"
	   : "\t.pushsection .comment,\"MS\",@progbits,1\n"
	     "\t.string\t\"accelfix-unit 1 %s%s\"\n"
	     "\t.popsection\n", ACCELFIX_HOST ? "host" : ACCELFIX_TARGET_NAME,
	   accelfix_settings_text ());
}

static struct plugin_info info = { ACCELFIX_VERSION, NULL };

/* Whether this compiler lowers OpenMP or OpenACC, which is what the host's
   plugin is for.  Its lto1 reads what was lowered before.  */

static bool
nothing_to_lower_p (void)
{
#if ACCELFIX_HOST
  return (!flag_openmp && !flag_openacc) || accelfix_lto1_p ();
#else
  return false;
#endif
}

/* Called by GCC once the plugin is loaded, with its arguments in ARGS and
   the compiler's version in VERSION.  Returns zero for success; otherwise
   the error has been printed.  The arguments are parsed after the version
   is known to match: before that no structure of GCC's can be trusted.  */

__attribute__ ((visibility ("default"))) int
plugin_init (struct plugin_name_args *args, struct plugin_gcc_version *version)
{
  if (!accelfix_version_ok (args, version))
    return 1;

  /* Nobody else reads it.  */
  if (help_flag)
    info.help = accelfix_help_text ();
  register_callback (args->base_name, PLUGIN_INFO, NULL, &info);

  if (!accelfix_parse_arguments (args))
    return 1;
  if (accelfix_args.help)
    fputs (accelfix_help_text (), stderr);
  if (accelfix_args.verbose)
    register_callback (args->base_name, PLUGIN_FINISH, summary, NULL);
  if (accelfix_args.disable || nothing_to_lower_p ())
    return 0;

#if !ACCELFIX_HOST
  accelfix_forget_host_flags ();
#endif
#if ACCELFIX_NVPTX
  /* No register is to be initialised twice: the compiler's own method is
     off while ours is on.  A method that the user chose for the compiler is
     ours unless the plugin's argument says another.  */
  int *own = accelfix_own_init_regs ();
  if (accelfix_args.init_regs < 0)
    accelfix_args.init_regs
      = own && accelfix_own_init_regs_given () ? *own : 3;
  if (own && accelfix_args.init_regs > 0)
    *own = 0;
#endif

  register_callback (args->base_name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     const_cast<struct ggc_root_tab *> (roots));
  register_callback (args->base_name, PLUGIN_FINISH_UNIT, mark_unit, NULL);
#if ACCELFIX_HOST
  register_callback (args->base_name, PLUGIN_FINISH_UNIT, host_finish_unit,
		     NULL);
  register_callback (args->base_name, PLUGIN_FINISH_UNIT, host_keep_tables,
		     NULL);
  register_callback (args->base_name, PLUGIN_PRE_GENERICIZE,
		     host_finish_vectors, NULL);
  register_callback (args->base_name, PLUGIN_PRE_GENERICIZE,
		     host_pre_genericize, NULL);
  register_callback (args->base_name, PLUGIN_PRE_GENERICIZE,
		     host_finish_function, NULL);
  register_callback (args->base_name, PLUGIN_FINISH_DECL, host_finish_decl,
		     NULL);
  register_callback (args->base_name, PLUGIN_FINISH_DECL, host_finish_stream,
		     NULL);
  register_callback (args->base_name, PLUGIN_ALL_IPA_PASSES_START,
		     host_begin_ipa, NULL);
  register_callback (args->base_name, PLUGIN_ALL_IPA_PASSES_START,
		     host_count_less, NULL);
  register_callback (args->base_name, PLUGIN_ALL_IPA_PASSES_END,
		     host_end_ipa, NULL);
  register_callback (args->base_name, PLUGIN_FINISH_PARSE_FUNCTION,
		     host_finish_lambda, NULL);
  register_callback (args->base_name, PLUGIN_FINISH_DECL,
		     host_finish_lambda_variable, NULL);
  register_callback (args->base_name, PLUGIN_PRE_GENERICIZE,
		     host_note_virtual, NULL);
  host_follow_search ();
  host_follow_vectors ();
#endif
  for (const struct accelfix_pass *p = accelfix_passes; p->make; p++)
    {
      struct register_pass_info pass;
      pass.pass = p->make (g);
      pass.reference_pass_name = p->reference;
      pass.ref_pass_instance_number = 1;
      pass.pos_op = p->where;
      register_callback (args->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL,
			 &pass);
    }
  return 0;
}

/* The table of the plugin's arguments, and its parser.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"

#include <errno.h>

/* KIND_AUTO is a number or "auto", which is -1.  */
enum kind { KIND_NUMBER, KIND_AUTO, KIND_WORD, KIND_FLAG };

/* Which compilers a key is for.  FOR_HOST is gcc, g++ and gfortran.  */
enum { FOR_NVPTX = 1, FOR_GCN = 2, FOR_ALL = 3, FOR_HOST = 4, FOR_EACH = 7 };

/* One key.  A key is listed only when a pass reads it: an argument that does
   nothing would be worse than none.  */
struct row
{
  const char *key;
  enum kind kind;
  int accelfix_arguments::*field;
  int targets;
  int initial;
  int min, max;			/* KIND_NUMBER, KIND_AUTO.  */
  const char *words[5];		/* KIND_WORD: value I is words[I].  */
  const char *help;
};

typedef struct accelfix_arguments args_t;

static const struct row table[] =
{
  { "init-regs", KIND_NUMBER, &args_t::init_regs, FOR_NVPTX, -1, 0, 3, {},
    "initialise registers that may be read before they are written: 0 no; "
    "1 all, at entry; 2 those, at entry; 3 those, near their use (default)" },
  { "verify", KIND_FLAG, &args_t::verify, FOR_NVPTX, 0, 0, 0, {},
    "check each function after the passes; a read that is left is an error" },
  { "comment", KIND_NUMBER, &args_t::comment, FOR_ALL, 1, 0, 1, {},
    "mark inserted code in the assembly (default 1)" },
  { "exit", KIND_NUMBER, &args_t::exit_level, FOR_ALL, 1, 0, 2, {},
    "0 no; 1 a dead end gets a terminator (default); 2 dead ends that "
    "several divergent regions share are also split (nvptx)" },
  { "exit-growth-limit", KIND_NUMBER, &args_t::exit_growth, FOR_NVPTX, 10, 0,
    1000, {},
    "how much exit=2 may add to a function, in percent of its instructions "
    "(default 10); 16 are always allowed unless it is 0" },
  { "simd-private", KIND_NUMBER, &args_t::simd_private, FOR_NVPTX, 1, 0, 1,
    {},
    "each lane has its own variables of a simd loop's body (default 1)" },
  { "simt-stack", KIND_AUTO, &args_t::simt_stack, FOR_NVPTX, -1, 0, 512 * 1024,
    {},
    "bytes of a lane's stack for calls in a simd loop that take an unknown "
    "size; auto: 256, 1024 for arrays of variable size (default); 0: GCC's own "
    "stack" },
  { "frames", KIND_WORD, &args_t::frames, FOR_NVPTX, FRAMES_AUTO, 0, 0,
    { "auto", "0", "names", "gaps" },
    "what ptxvm is told of stack frames: names of variables (with -g; names: "
    "always), or also gaps that nothing may touch (gaps; for checking)" },
  { "link-vars", KIND_NUMBER, &args_t::link_vars, FOR_NVPTX, 1, 0, 1, {},
    "link variables do not mix up the list of variables (default 1)" },
  { "aliases", KIND_NUMBER, &args_t::aliases, FOR_NVPTX, 1, 0, 1, {},
    "what calls an alias of a function calls the function (default 1)" },
  { "m0", KIND_NUMBER, &args_t::m0, FOR_GCN, 1, 0, 1, {},
    "restore M0 for LDS and FLAT accesses, calls and returns (default 1)" },
  { "lane-select", KIND_WORD, &args_t::lane_select, FOR_GCN, LANE_AUTO, 0, 0,
  { "auto", "m0", "exec" },
    "how a lane move with two scalar operands is made legal (default auto)" },
  { "wait-states", KIND_NUMBER, &args_t::wait_states, FOR_GCN, 1, 0, 2, {},
    "add wait states that GCC leaves out; 2: on gfx11 also between a write and "
    "a read of what was a mask (default 1)" },
  { "wide-multiply", KIND_NUMBER, &args_t::wide_multiply, FOR_GCN, 1, 0, 1, {},
    "products with 64-bit constants, and of vectors of 64-bit integers, are "
    "right (default 1)" },
  { "division", KIND_NUMBER, &args_t::division, FOR_GCN, 1, 0, 1, {},
    "vectors of 64-bit integers are divided by code of the plugin's, not by "
    "libgcc, which is wrong (default 1)" },
  { "square-root", KIND_NUMBER, &args_t::square_root, FOR_GCN, 1, 0, 1, {},
    "collapsed loops whose bounds depend on each other compile "
    "(default 1)" },
  { "bit-count", KIND_NUMBER, &args_t::bit_count, FOR_GCN, 1, 0, 1, {},
    "bits of vectors are counted by additions (default 1)" },
  { "vector-bytes", KIND_NUMBER, &args_t::vector_bytes, FOR_GCN, 1, 0, 1, {},
    "vectors of two bytes that were loaded as a number are right "
    "(default 1)" },
  { "team-limit", KIND_NUMBER, &args_t::team_limit, FOR_GCN, 1, 0, 1, {},
    "a team's thread_limit is no more than the threads it was launched with "
    "(default 1)" },
  { "private-stack", KIND_NUMBER, &args_t::private_stack, FOR_GCN, 1, 0, 1, {},
    "the stack of a wave is as large as the frames need (default 1)" },
  { "hidden-args", KIND_NUMBER, &args_t::hidden_args, FOR_GCN, 1, 0, 1, {},
    "a kernel with calls keeps its own hidden arguments (default 1)" },
  { "lds", KIND_WORD, &args_t::lds, FOR_GCN, LDS_HYBRID, 0, 0,
    { "0", "module", "kernel", "hybrid" },
    "how LDS variables get their addresses (default hybrid)" },
  { "lds-start", KIND_NUMBER, &args_t::lds_start, FOR_GCN, 0, 0, 65535, {},
    "where the unit's LDS variables begin at the earliest (default 0)" },
  { "code-object", KIND_WORD, &args_t::code_object, FOR_GCN, 0, 0, 0,
    { "own", "5" },
    "5: metadata of code object version 5, with all arguments (default own)" },
  { "aperture", KIND_WORD, &args_t::aperture, FOR_GCN, APERTURE_QUEUE, 0, 0,
    { "queue", "implicit" },
    "where the base of LDS among flat addresses is read (default queue)" },
  { "simd-atomic", KIND_NUMBER, &args_t::simd_atomic, FOR_HOST, 1, 0, 1, {},
    "an atomic in a simd loop for the device has its own address (default 1)" },
  { "simd-clauses", KIND_NUMBER, &args_t::simd_clauses, FOR_HOST, 1, 0, 1, {},
    "classes and references in simd loops for the device compile (default 1)" },
  { "simd-vla", KIND_NUMBER, &args_t::simd_vla, FOR_HOST, 1, 0, 1, {},
    "arrays of variable length in simd loops for the device compile (default 1)" },
  { "vector-results", KIND_NUMBER, &args_t::vector_results, FOR_HOST, 1, 0, 1, {},
    "offloaded functions may return vectors (default 1)" },
  { "class-arrays", KIND_NUMBER, &args_t::class_arrays, FOR_HOST, 1, 0, 1, {},
    "arrays of objects may be made in target regions of C++ (default 1)" },
  { "block-bounds", KIND_NUMBER, &args_t::block_bounds, FOR_HOST, 1, 0, 1, {},
    "bounds of an automatic array in a BLOCK belong to the BLOCK (default 1)" },
  { "team-threads", KIND_NUMBER, &args_t::team_threads, FOR_HOST, 1, 0, 1, {},
    "a target region has the threads that num_threads in it asks for (default 1)" },
  { "collapse-count", KIND_NUMBER, &args_t::collapse_count, FOR_HOST, 1, 0, 1, {},
    "collapsed loops whose bounds depend on each other begin where they should (default 1)" },
  { "team-count", KIND_NUMBER, &args_t::team_count, FOR_HOST, 1, 0, 1, {},
    "regions that are distributed have no more teams than libgomp has memory for "
    "(default 1)" },
  { "async-copies", KIND_NUMBER, &args_t::async_copies, FOR_HOST, 1, 0, 1, {},
    "omp_target_memcpy_async, which libgomp lacks, copies at once (default 1)" },
  { "map-const", KIND_NUMBER, &args_t::map_const, FOR_HOST, 1, 0, 1, {},
    "a constant variable is not copied back from a device (default 1)" },
  { "map-struct", KIND_NUMBER, &args_t::map_struct, FOR_HOST, 1, 0, 1, {},
    "pointer members that are mapped by sections are on the device (default 1)" },
  { "map-align", KIND_NUMBER, &args_t::map_align, FOR_HOST, 1, 0, 1, {},
    "C and C++: what a pointer points to is aligned on the device as malloc aligns it "
    "(default 1)" },
  { "map-stride", KIND_NUMBER, &args_t::map_stride, FOR_HOST, 1, 0, 1, {},
    "of arrays that may have gaps, the elements alone are copied (default 1)" },
  { "map-nowait", KIND_NUMBER, &args_t::map_nowait, FOR_HOST, 1, 0, 1, {},
    "a region that nobody waits for has its own pointers to sections (default 1)" },
  { "acc-declare", KIND_NUMBER, &args_t::acc_declare, FOR_HOST, 1, 0, 1, {},
    "variables that acc declare names are updated, and used where they are (default 1)" },
  { "const-data", KIND_NUMBER, &args_t::const_data, FOR_HOST, 1, 0, 1, {},
    "constant arrays of offloaded functions go to the device (default 1)" },
  { "struct-return", KIND_NUMBER, &args_t::struct_return, FOR_ALL, 1, 0, 1, {},
    "an offloaded function may return a small structure (default 1)" },
  { "cxx-runtime", KIND_NUMBER, &args_t::cxx_runtime, FOR_ALL, 1, 0, 1, {},
    "new, delete and checks of C++ need no libstdc++ (default 1)" },
  { "virtual-tables", KIND_NUMBER, &args_t::virtual_tables, FOR_EACH, 1, 0, 1, {},
    "virtual functions of objects made on devices can be called (default 1)" },
  { "host-flags", KIND_NUMBER, &args_t::host_flags, FOR_EACH, 1, 0, 1, {},
    "flags of the host's that devices do not have are left out there (default 1)" },
  { "va-lists", KIND_NUMBER, &args_t::va_lists, FOR_ALL, 1, 0, 1, {},
    "offloaded functions may read variable arguments (default 1)" },
  { "streams", KIND_NUMBER, &args_t::streams, FOR_EACH, 1, 0, 1, {},
    "offloaded code may write to stdout and stderr (default 1)" },
  { "libc-names", KIND_NUMBER, &args_t::libc_names, FOR_ALL, 1, 0, 1, {},
    "offloaded code needs no functions that the host's C library alone has (default 1)" },
  { "indirect-calls", KIND_NUMBER, &args_t::indirect_calls, FOR_ALL, 1, 0, 1, {},
    "calls of indirect functions do not depend on other teams (default 1)" },
  { "nothrow", KIND_NUMBER, &args_t::nothrow, FOR_ALL, 1, 0, 1, {},
    "no statement throws an exception on the device (default 1)" },
  { "workers", KIND_NUMBER, &args_t::workers, FOR_ALL, 1, 0, 1, {},
    "what one OpenACC worker executes for all is right (default 1)" },
  { "acc-tile", KIND_NUMBER, &args_t::acc_tile, FOR_HOST, 1, 0, 1, {},
    "tiles of several loops become collapse (default 1)" },
  { "acc-auto", KIND_NUMBER, &args_t::acc_auto, FOR_HOST, 1, 0, 1, {},
    "loops with auto or in serial regions run sequentially unless independent (default 1)" },
  { "acc-local", KIND_NUMBER, &args_t::acc_local, FOR_HOST, 1, 0, 1, {},
    "scalars declared inside data constructs are firstprivate in regions (default 1)" },
  { "acc-async", KIND_NUMBER, &args_t::acc_async, FOR_HOST, 1, 0, 1, {},
    "an asynchronous region gets firstprivate values at once (default 1)" },
  { "acc-deviceptr", KIND_NUMBER, &args_t::acc_deviceptr, FOR_HOST, 1, 0, 1, {},
    "an asynchronous region gets device pointers at once, and Fortran's data constructs "
    "have them (default 1)" },
  { "call-types", KIND_NUMBER, &args_t::call_types, FOR_HOST, 1, 0, 1, {},
    "constants in calls get the types of the parameters (default 1)" },
  { "nowait-team", KIND_NUMBER, &args_t::nowait_team, FOR_HOST, 1, 0, 1, {},
    "target regions with nowait are waited for outside of parallel regions "
    "(default 1)" },
  { "default-device", KIND_NUMBER, &args_t::default_device, FOR_HOST, 1, 0, 1, {},
    "the default device is known where OMP_TARGET_OFFLOAD is mandatory (default 1)" },
  { "target-depend", KIND_NUMBER, &args_t::target_depend, FOR_HOST, 1, 0, 1, {},
    "combined target regions of Fortran with depend are in order (default 1)" },
  { "map-rows", KIND_NUMBER, &args_t::map_rows, FOR_HOST, 1, 0, 1, {},
    "elements of arrays of pointers, p[i][:n], are attached to their sections "
    "(default 1)" },
  { "map-section", KIND_NUMBER, &args_t::map_section, FOR_HOST, 1, 0, 1, {},
    "sections of arrays of arrays begin where they should (default 1)" },
  { "loop-pointers", KIND_NUMBER, &args_t::loop_pointers, FOR_HOST, 1, 0, 1, {},
    "loops over pointers end where they should (default 1)" },
  { "linear-wrap", KIND_NUMBER, &args_t::linear_wrap, FOR_HOST, 1, 0, 1, {},
    "linear variables of type char or short may wrap (default 1)" },
  { "bool-reduction", KIND_NUMBER, &args_t::bool_reduction, FOR_HOST, 1, 0, 1, {},
    "sums of truth values in reductions are truth values (default 1)" },
  { "target-firstprivate", KIND_NUMBER, &args_t::target_firstprivate, FOR_HOST, 1, 0,
    1, {}, "a region has a copy of a firstprivate allocatable array (default 1)" },
  { "clause-calls", KIND_NUMBER, &args_t::clause_calls, FOR_HOST, 1, 0, 1, {},
    "functions that clauses call are on devices, too (default 1)" },
  { "acc-kernels", KIND_NUMBER, &args_t::acc_kernels, FOR_HOST, 1, 0, 1, {},
    "the last iteration of a loop in a kernels construct runs once (default 1)" },
  { "acc-reduction", KIND_NUMBER, &args_t::acc_reduction, FOR_HOST, 1, 0, 1, {},
    "OpenACC: scalars that nested loops reduce are right (default 1)" },
  { "refuse", KIND_NUMBER, &args_t::refuse, FOR_HOST, 1, 0, 1, {},
    "what GCC compiles wrongly and is not repaired is an error (default 1)" },
  { "need-libgomp", KIND_NUMBER, &args_t::need_libgomp, FOR_HOST, 1, 0, 1, {},
    "a unit with offloaded functions is linked with libgomp (default 1)" },
  { "report", KIND_FLAG, &args_t::report, FOR_HOST, 0, 0, 0, {},
    "print a note at each place that is repaired" },
  { "verbose", KIND_FLAG, &args_t::verbose, FOR_EACH, 0, 0, 0, {},
    "print at the end what was done, or that nothing was" },
  { "disable", KIND_FLAG, &args_t::disable, FOR_EACH, 0, 0, 0, {},
    "do nothing at all" },
  { "help", KIND_FLAG, &args_t::help, FOR_EACH, 0, 0, 0, {},
    "print this table" },
};

static int
this_target (void)
{
  return ACCELFIX_HOST ? FOR_HOST : ACCELFIX_NVPTX ? FOR_NVPTX : FOR_GCN;
}

/* Appends TEXT to BUF of SIZE bytes.  */

static void
append (char *buf, size_t size, const char *text)
{
  size_t used = strlen (buf);
  snprintf (buf + used, size - used, "%s", text);
}

/* The legal values of R as a piece of text in BUF, of SIZE bytes.  */

static const char *
legal_values (const struct row *r, char *buf, size_t size)
{
  buf[0] = 0;
  if (r->kind == KIND_NUMBER || r->kind == KIND_AUTO)
    snprintf (buf, size, "%sa number from %d to %d",
	      r->kind == KIND_AUTO ? "'auto' or " : "", r->min, r->max);
  else
    for (int i = 0; i < 4 && r->words[i]; i++)
      {
	if (i)
	  append (buf, size, r->words[i + 1] ? ", " : " or ");
	append (buf, size, r->words[i]);
      }
  return buf;
}

/* The text of `help' and of PLUGIN_INFO: one line a key of this target.  */

const char *
accelfix_help_text (void)
{
  static char text[4096];
  if (text[0])
    return text;
  append (text, sizeof text,
	  "Arguments (-fplugin-arg-" ACCELFIX_BASE_NAME "-KEY[=VALUE]):\n");
  for (const struct row &r : table)
    if (r.targets & this_target ())
      {
	char left[64], values[64] = "", line[256];
	if (r.kind == KIND_NUMBER)
	  snprintf (values, sizeof values, "=%d..%d", r.min, r.max);
	else if (r.kind == KIND_AUTO)
	  snprintf (values, sizeof values, "=auto|N");
	else if (r.kind == KIND_WORD)
	  {
	    append (values, sizeof values, "=");
	    for (int i = 0; i < 4 && r.words[i]; i++)
	      {
		append (values, sizeof values, i ? "|" : "");
		append (values, sizeof values, r.words[i]);
	      }
	  }
	snprintf (left, sizeof left, "%s%s", r.key, values);
	snprintf (line, sizeof line, "  %-26s %s\n", left, r.help);
	append (text, sizeof text, line);
      }
  return text;
}

/* The arguments of this target that are no flags as they are now, " KEY=VALUE"
   for each.  */

const char *
accelfix_settings_text (void)
{
  static char text[1024];
  text[0] = 0;
  for (const struct row &r : table)
    if (r.targets & this_target () && r.kind != KIND_FLAG)
      {
	int value = accelfix_args.*(r.field);
	char pair[64];
	if (r.kind == KIND_WORD)
	  snprintf (pair, sizeof pair, " %s=%s", r.key, r.words[value]);
	else if (r.kind == KIND_AUTO && value < 0)
	  snprintf (pair, sizeof pair, " %s=auto", r.key);
	else
	  snprintf (pair, sizeof pair, " %s=%d", r.key, value);
	append (text, sizeof text, pair);
      }
  return text;
}

/* All keys of this target, for the error about an unknown one.  */

static const char *
known_keys (char *buf, size_t size)
{
  buf[0] = 0;
  for (const struct row &r : table)
    if (r.targets & this_target ())
      {
	if (buf[0])
	  append (buf, size, ", ");
	append (buf, size, r.key);
      }
  return buf;
}

/* Stores VALUE, which may be null, for row R.  WHOLE is the argument as the
   user typed it.  Returns false after an error.  */

static bool
store (const struct row *r, const char *value, const char *whole)
{
  char legal[128];

  if (r->kind == KIND_FLAG)
    {
      if (value)
	{
	  error ("%qs: %qs takes no value", whole, r->key);
	  return false;
	}
      accelfix_args.*(r->field) = 1;
      return true;
    }

  legal_values (r, legal, sizeof legal);
  if (!value || !*value)
    {
      error ("%qs: %qs needs a value: %s", whole, r->key, legal);
      return false;
    }

  if (r->kind == KIND_WORD)
    {
      for (int i = 0; i < 4 && r->words[i]; i++)
	if (strcmp (value, r->words[i]) == 0)
	  {
	    accelfix_args.*(r->field) = i;
	    return true;
	  }
      error ("%qs: %qs is not a value of %qs: expected %s", whole, value,
	     r->key, legal);
      return false;
    }

  if (r->kind == KIND_AUTO && strcmp (value, "auto") == 0)
    {
      accelfix_args.*(r->field) = -1;
      return true;
    }

  char *end;
  errno = 0;
  long n = strtol (value, &end, 10);
  if (*end || errno || !ISDIGIT (value[0]) || n < r->min || n > r->max)
    {
      error ("%qs: %qs is not a value of %qs: expected %s", whole, value,
	     r->key, legal);
      return false;
    }
  accelfix_args.*(r->field) = n;
  return true;
}

/* Reports that R, given as WHOLE with VALUE, which may be null, is no argument
   of this compiler's plugin, and how to give it.  */

static void
wrong_compiler (const struct row *r, const char *value, const char *whole)
{
  bool host = r->targets == FOR_HOST, gcn = r->targets & FOR_GCN;
  const char *base = host ? "accelfix_host" : "accelfix";
  char *own = concat ("-fplugin-arg-", base, "-", r->key, value ? "=" : "",
		      value ? value : "", NULL);
  if (host)
    error ("%qs: %qs is an argument for the plugin of gcc, g++ and gfortran: "
	   "give it as %qs", whole, r->key, own);
  else
    error ("%qs: %qs is an argument for %s, and this compiler is for %s: "
	   "give it with %<%s=%s=%s%>", whole, r->key,
	   gcn ? "amdgcn" : "nvptx", ACCELFIX_TARGET_NAME,
	   ACCELFIX_OFFLOAD_OPTION, gcn ? "amdgcn-amdhsa" : "nvptx-none", own);
  free (own);
}

/* Parses ARGS into accelfix_args.  Returns false when there was an error;
   all errors are reported.  GCC 12 hands each argument of -foffload-options
   over twice, so that a key given again is no error; as with GCC's own
   options the last one counts.  */

bool
accelfix_parse_arguments (const struct plugin_name_args *args)
{
  bool ok = true;

  memset (&accelfix_args, 0, sizeof accelfix_args);
  for (const struct row &r : table)
    accelfix_args.*(r.field) = r.initial;

  for (int i = 0; i < args->argc; i++)
    {
      const char *key = args->argv[i].key;
      const char *value = args->argv[i].value;
      char *whole = concat ("-fplugin-arg-", args->base_name, "-", key,
			    value ? "=" : "", value ? value : "", NULL);
      const struct row *found = NULL;
      for (const struct row &r : table)
	if (strcmp (r.key, key) == 0)
	  found = &r;

      /* What is wrong is said once, though the argument arrives twice.  */
      bool again = false;
      for (int j = 0; j < i; j++)
	again |= (strcmp (args->argv[j].key, key) == 0
		  && (args->argv[j].value == NULL) == (value == NULL)
		  && (!value || strcmp (args->argv[j].value, value) == 0));

      if (!found)
	{
	  char keys[512];
	  if (!again)
	    error ("unknown argument %qs: the keys are %s", whole,
		   known_keys (keys, sizeof keys));
	  ok = false;
	}
      else if (!(found->targets & this_target ()))
	{
	  if (!again)
	    wrong_compiler (found, value, whole);
	  ok = false;
	}
      else if (again ? false : !store (found, value, whole))
	ok = false;
      else if (again && ok)
	store (found, value, whole);
      free (whole);
    }
  if (ok && accelfix_args.aperture == APERTURE_IMPLICIT
      && !accelfix_args.code_object)
    {
      error ("%<-fplugin-arg-accelfix-aperture=implicit%> needs "
	     "%<-fplugin-arg-accelfix-code-object=5%>: other code objects do "
	     "not describe the implicit arguments");
      ok = false;
    }
  return ok;
}

/* Calls of the C library's checked functions, which devices do not have.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* With -D_FORTIFY_SOURCE, which some distributions' compilers define by themselves when
   they optimise, the headers of the host's C library call __printf_chk in place of
   printf, and __memcpy_chk in place of memcpy where the size of the object is known.
   They are handed a flag or the object's size besides what the usual function is.  The
   library of the device has few of them, and the program cannot be linked: "unresolved
   symbol __printf_chk".

   Device code calls the usual functions.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"

static accelfix_counter n_calls ("calls of checked functions");

/* A checked function, which of its arguments the usual one does not have, from FIRST on
   COUNT, and the usual one.  */

struct checked
{
  const char *name;
  unsigned first, count;
  built_in_function usual;
};

static const checked functions[] =
{
  { "__printf_chk", 0, 1, BUILT_IN_PRINTF },
  { "__vprintf_chk", 0, 1, BUILT_IN_VPRINTF },
  { "__fprintf_chk", 1, 1, BUILT_IN_FPRINTF },
  { "__vfprintf_chk", 1, 1, BUILT_IN_VFPRINTF },
  { "__sprintf_chk", 1, 2, BUILT_IN_SPRINTF },
  { "__vsprintf_chk", 1, 2, BUILT_IN_VSPRINTF },
  { "__snprintf_chk", 2, 2, BUILT_IN_SNPRINTF },
  { "__vsnprintf_chk", 2, 2, BUILT_IN_VSNPRINTF },
  { "__memcpy_chk", 3, 1, BUILT_IN_MEMCPY },
  { "__memmove_chk", 3, 1, BUILT_IN_MEMMOVE },
  { "__mempcpy_chk", 3, 1, BUILT_IN_MEMPCPY },
  { "__memset_chk", 3, 1, BUILT_IN_MEMSET },
  { "__strcpy_chk", 2, 1, BUILT_IN_STRCPY },
  { "__stpcpy_chk", 2, 1, BUILT_IN_STPCPY },
  { "__strcat_chk", 2, 1, BUILT_IN_STRCAT },
  { "__strncpy_chk", 3, 1, BUILT_IN_STRNCPY },
  { "__stpncpy_chk", 3, 1, BUILT_IN_STPNCPY },
  { "__strncat_chk", 3, 1, BUILT_IN_STRNCAT }
};

/* The checked function that STMT calls, or null.  */

static const checked *
called_function (gimple *stmt)
{
  const checked *f = accelfix_called_of (stmt, functions);
  return (f && gimple_call_num_args (stmt) >= f->first + f->count
	  && builtin_decl_explicit (f->usual) ? f : NULL);
}

static void
call_usual (function *fun)
{
  for_each_stmt (fun, [] (gimple_stmt_iterator &gsi)
    {
      gimple *stmt = gsi_stmt (gsi);
      const checked *f = called_function (stmt);
      if (!f)
	return;
      auto_vec<tree> args;
      for (unsigned i = 0; i < gimple_call_num_args (stmt); i++)
	if (i < f->first || i >= f->first + f->count)
	  args.safe_push (gimple_call_arg (stmt, i));
      gcall *call = gimple_build_call_vec (builtin_decl_explicit (f->usual), args);
      gimple_call_set_lhs (call, gimple_call_lhs (stmt));
      gimple_set_location (call, gimple_location (stmt));
      gimple_move_vops (call, stmt);
      gsi_replace (&gsi, call, false);
      n_calls.value++;
    });
}

opt_pass *
make_accelfix_checked_calls (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-checked-calls", ctxt, call_usual,
			   [] { return accelfix_args.host_flags != 0; });
}

/* What libraries' functions do that is wrong by the letter and harmless.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stddef.h>
#include <string.h>

#include "newlib.h"

bool
simt_newlib_reads_words (const char *name)
{
  static const char *const names[] = {
    "memchr", "memrchr", "rawmemchr", "stpcpy", "stpncpy", "strcat", "strchr",
    "strchrnul", "strcmp", "strcpy", "strlen", "strncat", "strncmp",
    "strncpy", "strnlen", "strrchr", "memccpy", "mempcpy"
  };
  /* What a compiler's copy of a function has after its name.  */
  size_t n = strcspn (name, ".$");
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
    if (strlen (names[k]) == n && strncmp (name, names[k], n) == 0)
      return true;
  return false;
}

bool
simt_atomic_by_words_p (const char *name)
{
  return (!strncmp (name, "__atomic_", 9) || !strncmp (name, "__sync_", 7)
	  || !strncmp (name, "libat_", 6));
}

bool
simt_runtime_function_p (const char *name)
{
  static const char *const prefixes[] =
  {
    "gomp_", "GOMP_", "goacc_", "GOACC_", "omp_", "acc_", "priority_",
    "_gfortran", "__acc_", "__malloc_lock", "__malloc_unlock"
  };
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp (name, prefixes[i], strlen (prefixes[i])))
      return true;
  return !strcmp (name, "abort") || !strcmp (name, "exit");
}

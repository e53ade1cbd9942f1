/* Names of C++ as the source has them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <ctype.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "text.h"

static char *(*demangle) (const char *, char *, size_t *, int *);

static void
load (void)
{
  void *lib = dlopen ("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
  if (lib)
    *(void **) &demangle = dlsym (lib, "__cxa_demangle");
}

static bool
in_name_p (char c)
{
  return isalnum ((unsigned char) c) || c == '_';
}

/* The next mangled name in TEXT, that is not the middle of another; its length,
   up to what the compiler has put after it, to *N.  NULL if there is none.  */

static const char *
next_name (const char *text, const char *begin, size_t *n)
{
  const char *p = begin;
  while ((p = strstr (p, "_Z")))
    {
      *n = 2;
      while (in_name_p (p[*n]))
	++*n;
      if (*n > 2
	  && (p == text || (!in_name_p (p[-1]) && p[-1] != '.' && p[-1] != '$')))
	return p;
      p += *n;
    }
  return NULL;
}

char *
simt_demangled (const char *text)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  struct simt_text t;
  size_t n;
  bool any = false;
  const char *p = next_name (text, text, &n);
  if (!p || pthread_once (&once, load) || !demangle || !simt_text_open (&t))
    return NULL;
  for (; p; p = next_name (text, text, &n))
    {
      char *name = strndup (p, n);
      int status = 0;
      char *plain = name ? demangle (name, NULL, NULL, &status) : NULL;
      any |= plain != NULL;
      fwrite (text, 1, (size_t) (p - text), t.out);
      if (plain)
	fputs (plain, t.out);
      else
	fwrite (p, 1, n, t.out);
      free (plain);
      free (name);
      text = p + n;
    }
  fputs (text, t.out);
  if (!simt_text_close (&t))
    return NULL;
  char *all = any ? strndup (t.p, t.n) : NULL;
  free (t.p);
  return all;
}

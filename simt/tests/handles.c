/* Test of handles.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <pthread.h>

#include "simt/base/handles.h"
#include "test.h"

static struct simt_handles handles = SIMT_HANDLES_INITIALIZER;
static char object[2][3000];

static void
basics (void)
{
  check (!simt_handle_valid_p (&handles, object[0], 0)
	 && !simt_handle_valid_p (&handles, NULL, 0)
	 && !simt_handle_remove (&handles, object[0], 0)
	 && !simt_handle_remove (&handles, NULL, 0), "nothing at first");
  check (simt_handle_add (&handles, object[0], 2)
	 && simt_handle_valid_p (&handles, object[0], 2)
	 && !simt_handle_valid_p (&handles, object[0], 1)
	 && !simt_handle_valid_p (&handles, object[0] + 1, 2), "added");
  check (!simt_handle_remove (&handles, object[0], 1)
	 && simt_handle_valid_p (&handles, object[0], 2), "another kind");
  check (simt_handle_remove (&handles, object[0], 2)
	 && !simt_handle_valid_p (&handles, object[0], 2)
	 && !simt_handle_remove (&handles, object[0], 2), "removed");
  check (simt_handle_add (&handles, object[0], 1)
	 && simt_handle_valid_p (&handles, object[0], 1)
	 && simt_handle_remove (&handles, object[0], 1), "the same again");
}

/* Many come and go; the table grows, and forgets what went.  */
static void *
many (void *closure)
{
  char *o = closure;
  bool right = true;
  for (unsigned k = 0; k < 3000; k++)
    {
      right &= simt_handle_add (&handles, &o[k], k % 3);
      if (k >= 50)
	right &= simt_handle_remove (&handles, &o[k - 50], (k - 50) % 3);
    }
  for (unsigned k = 0; k < 3000; k++)
    right &= simt_handle_valid_p (&handles, &o[k], k % 3) == (k >= 2950);
  return right ? closure : NULL;
}

int
main (void)
{
  pthread_t t;
  void *r;
  basics ();
  pthread_create (&t, NULL, many, object[1]);
  check (many (object[0]) != NULL, "many");
  pthread_join (t, &r);
  check (r != NULL, "many in another thread");
  free (handles.slots);
  return finish_tests ();
}

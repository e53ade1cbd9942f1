/* The debugger: reads commands.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Commands that are typed are read by libreadline, if there is one: it is loaded by
   name, so that nothing depends on it otherwise.  */

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debug-int.h"

static FILE *file;		/* Commands that come first.  */
static char *(*readline_fn) (const char *);
static void (*history_fn) (const char *);

bool
input_typed_p (void)
{
  return !file && isatty (STDIN_FILENO);
}

bool
input_file (const char *name)
{
  file = fopen (name, "re");
  if (!file)
    fprintf (stderr, "%s: the debugger's commands, %s, cannot be read: %s\n",
	     machine->tool, name, strerror (errno));
  /* Nothing may be read before a command that starts the program again.  */
  if (file)
    setvbuf (file, NULL, _IONBF, 0);
  return file != NULL;
}

long
input_position (void)
{
  return file ? ftell (file) : -2;
}

void
input_seek (long position)
{
  if (position == -2 && file)
    {
      fclose (file);
      file = NULL;
    }
  else if (file && position >= 0)
    fseek (file, position, SEEK_SET);
}

static void
load_readline (void)
{
  static bool tried;
  if (tried)
    return;
  tried = true;
  void *lib = dlopen ("libreadline.so.8", RTLD_NOW | RTLD_LOCAL);
  if (!lib)
    return;
  *(void **) &readline_fn = dlsym (lib, "readline");
  *(void **) &history_fn = dlsym (lib, "add_history");
}

char *
input_line (const char *prompt)
{
  char *s = NULL;
  size_t size = 0;
  ssize_t n;
  if (input_typed_p ())
    {
      load_readline ();
      if (readline_fn)
	{
	  fflush (terminal);
	  s = readline_fn (prompt);
	  if (s && *s && history_fn)
	    history_fn (s);
	  return s;
	}
    }
  fputs (prompt, terminal);
  fflush (terminal);
  n = file ? getline (&s, &size, file) : -1;
  if (n < 0)
    {
      if (file)
	fclose (file);
      file = NULL;
      n = getline (&s, &size, stdin);
    }
  if (n < 0)
    {
      free (s);
      return NULL;
    }
  if (n && s[n - 1] == '\n')
    s[n - 1] = '\0';
  /* What was not typed is shown, so that a protocol can be read.  */
  if (!isatty (STDIN_FILENO) || file)
    say (s);
  return s;
}

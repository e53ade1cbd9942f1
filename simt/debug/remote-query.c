/* GDB's remote protocol: packets that begin with q and Q.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "packets.h"
#include "remote-int.h"

/* If *TEXT begins with WORD, go behind it.  */

static bool
begins (const char **text, const char *word)
{
  size_t n = strlen (word);
  if (strncmp (*text, word, n))
    return false;
  *text += n;
  return true;
}

/* LLDB asks for no acknowledgements first, and gdb says that it relocates
   instructions.  */

static void
supported (FILE *to, const char *text)
{
  remote_lldb = !strstr (text, "qRelocInsn");
  fprintf (to, "PacketSize=%x;QStartNoAckMode+;qXfer:features:read+;vContSupported+",
	   MOST_PACKET);
  if (remote_machine)
    fputs (";qXfer:libraries:read+", to);
}

/* What LLDB asks about machine and process: the triple, as hexadecimal digits.  */

static void
put_triple (FILE *to)
{
  const char *triple = remote_machine ? remote_machine->triple : "x86_64--";
  fputs ("triple:", to);
  hex_put (to, triple, strlen (triple));
  fputs (";endian:little;ptrsize:8;", to);
}

/* Code objects that are loaded, as "Library List Format" has it: the address of the first
   segment, which LLDB takes for one of a section.  */

static char *
libraries (void)
{
  struct remote_library l;
  char *text = NULL;
  size_t n;
  FILE *to = open_memstream (&text, &n);
  if (!to)
    abort ();
  fputs ("<library-list>", to);
  for (unsigned k = 0; debug.at.wave && remote_machine
       && remote_machine->library (&debug.at, k, remote_lldb, &l); k++)
    fprintf (to, "<library name=\"%s\"><%s address=\"0x%" PRIx64 "\"/></library>",
	     l.path, remote_lldb ? "section" : "segment", l.base);
  fputs ("</library-list>", to);
  fclose (to);
  return text;
}

/* The part of DOCUMENT that TEXT asks for, as in "0,fff".  */

static void
put_part (FILE *to, const char *document, const char *text)
{
  size_t size = strlen (document);
  uint64_t at = hex_number (&text), n = 0;
  if (*text == ',')
    {
      text++;
      n = hex_number (&text);
    }
  /* Each byte may need two, and the digits of the sum.  */
  if (n > MOST_PACKET / 2 - 8)
    n = MOST_PACKET / 2 - 8;
  if (at >= size)
    at = size;
  putc (size - at > n ? 'm' : 'l', to);
  fwrite (document + at, 1, size - at > n ? n : size - at, to);
}

static bool
transfer (FILE *to, const char *text)
{
  if (begins (&text, "features:read:"))
    {
      if (!begins (&text, "target.xml:"))
	fputs ("E00", to);
      else
	put_part (to, registers_document (), text);
    }
  else if (begins (&text, "libraries:read::") && remote_machine)
    {
      char *document = libraries ();
      put_part (to, document, text);
      free (document);
    }
  else
    return false;
  return true;
}

/* Carry out the debugger's command TEXT, hexadecimal digits, and show what it says.  */

static void
command (FILE *to, const char *text)
{
  size_t n = strlen (text) / 2, size;
  char *line = calloc (n + 1, 1), *said = NULL;
  FILE *was = terminal, *saying = open_memstream (&said, &size);
  if (!line || !saying)
    abort ();
  if (!hex_bytes (text, line, n))
    fputs ("E01", to);
  else
    {
      terminal = saying;
      command_do_held (line);
      terminal = was;
      fflush (saying);
      output_send (said, size);
      fputs ("OK", to);
    }
  fclose (saying);
  free (said);
  free (line);
}

/* qThreadExtraInfo and the like, of one thread.  */

static void
thread_info (FILE *to, const char *text)
{
  void *w = wave_of_thread (hex_number (&text));
  char *name = NULL;
  size_t n;
  FILE *in = open_memstream (&name, &n);
  if (!in)
    abort ();
  if (w)
    thread_name_put (in, w, true);
  fclose (in);
  if (w)
    hex_put (to, name, n);
  else
    fputs ("E01", to);
  free (name);
}

/* How one thread has stopped, for LLDB.  */

static void
thread_stop (FILE *to, const char *text)
{
  uint64_t id = hex_number (&text);
  void *w = wave_of_thread (id);
  if (!w)
    {
      fputs ("E01", to);
      return;
    }
  fprintf (to, "T00thread:%" PRIx64 ";name:", id);
  thread_name_put (to, w, false);
  putc (';', to);
}

bool
remote_query (FILE *to, const char *text)
{
  if (begins (&text, "qSupported"))
    supported (to, text);
  else if (!strcmp (text, "QStartNoAckMode"))
    fputs ("OK", to);
  else if (!strcmp (text, "qHostInfo"))
    put_triple (to);
  else if (!strcmp (text, "qProcessInfo"))
    {
      fprintf (to, "pid:%x;", (unsigned) getpid ());
      put_triple (to);
    }
  else if (!strcmp (text, "qAttached"))
    /* The program was started to be debugged, and ends with the debugger.  */
    fputs ("0", to);
  else if (!strcmp (text, "qC"))
    fprintf (to, "QC%" PRIx64, debug.at.wave ? thread_of (debug.at.wave) : 1);
  else if (!strcmp (text, "qfThreadInfo"))
    {
      putc ('m', to);
      threads_put (to);
    }
  else if (!strcmp (text, "qsThreadInfo"))
    putc ('l', to);
  else if (begins (&text, "qThreadExtraInfo,"))
    thread_info (to, text);
  else if (remote_lldb && begins (&text, "qThreadStopInfo"))
    thread_stop (to, text);
  else if (remote_lldb && !strcmp (text, "qWatchpointSupportInfo:"))
    fputs ("num:16;", to);
  else if (begins (&text, "qRcmd,"))
    command (to, text);
  else if (begins (&text, "qXfer:"))
    return transfer (to, text);
  else
    return false;
  return true;
}

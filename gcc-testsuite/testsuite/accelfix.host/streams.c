/* Offloaded code writes to stdout and stderr.  */
/* { dg-host-without "crash" } */
/* { dg-host-off "streams=0" } */

#include <omp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "host.h"

#pragma omp declare target
static void __attribute__ ((noipa))
say (const char *format, ...)
{
  va_list list;
  va_start (list, format);
  vfprintf (stderr, format, list);
  va_end (list);
}

static void __attribute__ ((noipa))
also (const char *format, ...)
{
  va_list list;
  va_start (list, format);
  vprintf (format, list);
  va_end (list);
}
#pragma omp end declare target

int
main (int argc, char **argv)
{
  char name[] = "/tmp/streams-XXXXXX", text[400] = "";
  int fd = mkstemp (name), old[2] = { dup (1), dup (2) }, size = 0, n = argc, wrote = -1, flushed = -1;
  if (fd < 0 || old[0] < 0 || old[1] < 0)
    abort ();
  unlink (name);
  /* On the host both are there, in this order; a device has one stream.  */
  setvbuf (stdout, NULL, _IONBF, 0);
  dup2 (fd, 1);
  if (omp_get_num_devices () == 0)
    dup2 (fd, 2);

  #pragma omp target map (to: n) map (from: wrote, flushed)
  {
    fprintf (stdout, "fprintf %d\n", n);
    fprintf (n > 0 ? stderr : stdout, "text\n");
    fputs (n > 0 ? "fputs\n" : "no\n", stdout);
    fputc ('c', stderr);
    putc ('\n', stdout);
    putchar ('p');
    putchar ('\n');
    wrote = fwrite ("fwrite\n", 1, 7, stderr);
    flushed = fflush (stdout);
    say ("say %d %s\n", n + 1, "this");
    also ("also %.2f\n", n + 1.5);
  }

  fflush (stdout);
  dup2 (old[0], 1);
  dup2 (old[1], 2);
  size = pread (fd, text, sizeof text - 1, 0);
  check ("what was written", !strcmp (text, "fprintf 1\ntext\nfputs\nc\np\nfwrite\n"
				      "say 2 this\nalso 2.50\n"));
  check ("fwrite", wrote == 7);
  check ("fflush", flushed == 0);
  if (failed)
    fprintf (stderr, "%d bytes: %s\n", size, text);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

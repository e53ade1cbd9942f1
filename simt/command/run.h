/* Run a program with a machine's library in front: NAME-run.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* NAME-run checks its options, puts them into variables of the environment and
   the folder of the machine's library in front of LD_LIBRARY_PATH, and becomes
   the program.  */

#ifndef SIMT_RUN_H
#define SIMT_RUN_H

#include "simt/base/options.h"
#include "simt/report/report.h"

/* What is to be run.  ARGV ends with NULL.  */
struct simt_job
{
  const char *dir;		/* Of the library.  */
  int argc;
  char **argv;
};

/* A library, and whether it is needed, with VALUES.  The last has no name.  */
struct simt_preload
{
  const char *file;
  bool (*needed) (const void *values);
};

struct simt_run
{
  const struct simt_tool *tool;	/* The program is its name and "-run".  */
  const char *about;		/* Of the help text; lines.  */
  const char *library;		/* "libcuda.so.1".  */
  /* What the loader is to take in first; or NULL.  It is beside LIBRARY, where
     that is installed.  */
  const struct simt_preload *preload;
  const char *libdir, *bindir;	/* Where the library and NAME-run get
				   installed.  */
  const char *version, *pkgversion, *bugurl;
  const struct simt_option *options;	/* Among them "json".  */
  void *values;			/* What the options are read into, cleared
				   first.  */
  size_t size;			/* Of VALUES, bytes.  */
  /* Become the program; returns only what was run from there, its exit status.
     NULL: simt_run_exec.  */
  int (*start) (const struct simt_job *);
};

/* The whole of main.  Returns the exit status: the program's, or 127 if it
   cannot be run.  */
extern int simt_run_main (const struct simt_run *, int argc, char **argv);

/* Become the program ARGV, or say why not and exit.  */
extern void simt_run_exec (char **argv) __attribute__ ((noreturn));

/* Print "NAME-run: " and what FORMAT says, and exit with status 127.  */
extern void simt_run_fail (const char *format, ...)
  __attribute__ ((noreturn, format (printf, 1, 2)));

#endif /* SIMT_RUN_H */

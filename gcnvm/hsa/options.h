/* What the user can set: command-line options and GCNVM_* variables.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_OPTIONS_H
#define GCNVM_OPTIONS_H

#include "processor.h"
#include "simt/base/options.h"
#include "simt/report/report.h"
#include "vm.h"

#define MAX_DEVICES 8

enum implicit_fill { IMPLICIT_FILL, IMPLICIT_OFF };

struct options
{
  struct gcnvm_options vm;	/* VM.cpu is each device's own.  */
  const struct processor *device[MAX_DEVICES];
  unsigned n_devices;
  unsigned compute_units;	/* As told by the agents' attributes; zero: the
				   card's.  */
  enum implicit_fill implicit;	/* What to do with implicit arguments.  */
  uint64_t memory;		/* Of all devices together, bytes.  */
  const char *json;		/* File to append reports to, or NULL.  */
  const char *commands;		/* The debugger's, a file, or NULL.  */
  int gdb;			/* The port for a debugger, 0 for a free one; -1:
				   none is wanted.  */
  const char *debug_output;	/* Where it writes to, or NULL.  */
  bool unified;			/* Kernels can access all memory of the host.  */
  bool leak_check;		/* Tell what is allocated still at exit.  */
};

/* What holds where the user says nothing.  */
extern void options_init (struct options *);

/* Ends with a null name; of a struct options.  */
extern const struct simt_option option_table[];

/* Kinds of reports beside the machine's.  */
enum { HSA_R_CALL = GCNVM_N_REPORT_KINDS, HSA_R_LOAD, HSA_R_LEAK,
       HSA_N_REPORT_KINDS };

/* The name and the kinds of reports (tool.c).  */
extern const struct simt_tool gcnvm_tool;

#endif /* GCNVM_OPTIONS_H */

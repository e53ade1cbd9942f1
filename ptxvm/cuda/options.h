/* What the user can set: command-line options and PTXVM_* variables.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef OPTIONS_H
#define OPTIONS_H

#include "simt/base/options.h"
#include "simt/report/report.h"
#include "vm.h"

struct options
{
  struct vm_options vm;
  const char *json;		/* File to append reports to, or NULL.  */
  const char *commands;		/* The debugger's, a file, or NULL.  */
  const char *debug_output;	/* Where it writes to, or NULL.  */
  const char *debug_types;	/* Where types are, or NULL: in the program.  */
  bool leak_check;		/* Tell what is allocated still at exit.  */
  bool device_given;		/* A device was named, so PTX for a later one
				   is refused as its driver would.  */
};

/* Ends with a null name; of a struct options.  */
extern const struct simt_option option_table[];

/* The name and the kinds of reports (tool.c).  */
extern const struct simt_tool ptxvm_tool;

#endif /* OPTIONS_H */

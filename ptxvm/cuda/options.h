/* What the user can set: command-line options and PTXVM_* variables.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */


/* ptxvm-run checks its options with option_set and hands them to the program
   as environment variables; libcuda.so.1 reads the variables with the same
   function.  So both know the same names, values and messages.  */

#ifndef OPTIONS_H
#define OPTIONS_H

#include "vm.h"

struct options
{
  struct vm_options vm;
  const char *json;		/* File to append reports to, or NULL.  */
  bool device_given;		/* A device was named, so PTX for a later one
				   is refused as its driver would.  */
};

struct option_desc
{
  const char *name;		/* "time-limit"; the variable is
				   PTXVM_TIME_LIMIT.  */
  const char *arg;		/* Of the help text; NULL for a switch.  */
  const char *help;
  bool (*parse) (struct options *, const char *value, char *why,
		 size_t why_size);
};

/* Ends with a null NAME.  */
extern const struct option_desc option_table[];

extern void option_variable (const struct option_desc *, char *buf,
			     size_t size);

/* Give OPTIONS what the PTXVM_* variables say.  Return false, with one
   sentence in WHY, at the first bad value.  */
extern bool options_from_environment (struct options *, char *why,
				      size_t why_size);

#endif /* OPTIONS_H */

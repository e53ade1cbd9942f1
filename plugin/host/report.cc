/* What is said of a repair: in -fopt-info, and as a note if `report' is given.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

/* Appends TEXT to BUF of SIZE bytes, with NAME in place of a "%T" in it.  */

static void
fill_in (char *buf, size_t size, const char *text, const char *name)
{
  const char *mark = name ? strstr (text, "%T") : NULL;
  if (mark)
    snprintf (buf, size, "%.*s%s%s", (int) (mark - text), text, name, mark + 2);
  else
    snprintf (buf, size, "%s", text);
}

void
host_repaired (location_t loc, const char *text, tree what, const char *fault)
{
  if (!dump_enabled_p () && !accelfix_args.report)
    return;
  char line[512];
  char *name = what ? print_generic_expr_to_str (what) : NULL;
  fill_in (line, sizeof line, text, name);
  free (name);
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS,
		     dump_user_location_t::from_location_t (loc), "%s\n", line);
  if (accelfix_args.report)
    {
      size_t used = strlen (line);
      snprintf (line + used, sizeof line - used, " [%s]",
		fault ? fault : current_pass->name + strlen ("accelfix-"));
      inform (loc, "%s", line);
    }
}

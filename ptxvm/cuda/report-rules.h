/* The kinds of reports as SARIF rules.
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

#ifndef REPORT_RULES_H
#define REPORT_RULES_H

#include "simt/sarif.h"
#include "vm.h"

/* By enum vm_report_kind.  */
static const struct sarif_rule report_rules[] =
{
  [VM_R_UNINIT] =
    { "uninit", "warning", "A register is read that was never written." },
  [VM_R_MEMORY] =
    { "memory", "error", "An access is outside of every allocation." },
  [VM_R_MISALIGNED] =
    { "misaligned", "error", "An address is no multiple of the access's size." },
  [VM_R_BARRIER] =
    { "barrier", "error", "Part of a warp does not reach a barrier." },
  [VM_R_SHUFFLE] =
    { "shuffle", "error", "Part of a warp does not reach a shuffle or vote." },
  [VM_R_DEADLOCK] =
    { "deadlock", "error", "Threads wait for each other." },
  [VM_R_RACE] =
    { "race", "error", "Two threads access a place without a barrier between." },
  [VM_R_TRAP] = { "trap", "error", "The program executed a trap." },
  [VM_R_LIMIT] = { "limit", "error", "A launch reached a limit." },
  [VM_R_OTHER] = { "other", "error", "Another fault." }
};
enum { N_REPORT_RULES = sizeof report_rules / sizeof report_rules[0] };

#endif /* REPORT_RULES_H */

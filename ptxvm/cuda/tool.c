/* What ptxvm is called, and the kinds of its reports.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "options.h"

/* By enum vm_report_kind.  */
static const struct sarif_rule rules[] =
{
  [VM_R_UNINIT] =
    { "uninit", "warning", "A register is read that was never written.",
      "uninitialised register" },
  [VM_R_MEMORY] =
    { "memory", "error", "An access is outside of every allocation.",
      "bad access" },
  [VM_R_MISALIGNED] =
    { "misaligned", "error", "An address is no multiple of the access's size.",
      "misaligned access" },
  [VM_R_BARRIER] =
    { "barrier", "error", "Part of a warp does not reach a barrier.",
      "divergent barrier" },
  [VM_R_SHUFFLE] =
    { "shuffle", "error", "Part of a warp does not reach a shuffle or vote.",
      "divergent shuffle" },
  [VM_R_DEADLOCK] =
    { "deadlock", "error", "Threads wait for each other.", "deadlock" },
  [VM_R_RACE] =
    { "race", "error", "Two threads access a place without a barrier between.",
      "data race" },
  [VM_R_TRAP] =
    { "trap", "error", "The program executed a trap.", "trap" },
  [VM_R_LIMIT] =
    { "limit", "error", "A launch reached a limit.", "limit reached" },
  [VM_R_INITCHECK] =
    { "initcheck", "error",
      "A value that nothing has written decides something or goes to the host.",
      "undefined value" },
  [VM_R_OTHER] = { "other", "error", "Another fault.", "other" },
  [VM_R_LEAK] =
    { "leak", "warning", "Device memory is not freed when the program ends.",
      "leak" }
};

static const struct simt_kernel_words words =
{
  "launches", "blocks", "warps", "warp instructions"
};

const struct simt_tool ptxvm_tool =
{
  "ptxvm", "PTXVM", rules, sizeof rules / sizeof rules[0], &words
};

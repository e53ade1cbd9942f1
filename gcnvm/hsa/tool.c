/* What gcnvm is called, and the kinds of its reports.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "options.h"

/* By enum gcnvm_report_kind, and then those of options.h.  */
static const struct sarif_rule rules[] =
{
  [GCNVM_R_UNINIT] =
    { "uninit", "warning", "A register is used that was never written.",
      "uninitialised register" },
  [GCNVM_R_MEMORY] =
    { "memory", "error", "An access is outside of every allocation.",
      "bad access" },
  [GCNVM_R_MISALIGNED] =
    { "misaligned", "error", "An address is not aligned as it must be.",
      "misaligned access" },
  [GCNVM_R_STACK] =
    { "stack", "error",
      "An access is outside of the wave's own private memory.",
      "bad stack access" },
  [GCNVM_R_LDS] =
    { "lds", "error", "An access is beyond the LDS that there is.",
      "bad LDS access" },
  [GCNVM_R_HAZARD] =
    { "hazard", "error", "Wait states are missing between two instructions.",
      "missing wait states" },
  [GCNVM_R_WAITCNT] =
    { "waitcnt", "error",
      "A result is used before s_waitcnt has waited for it.",
      "missing s_waitcnt" },
  [GCNVM_R_EXEC] =
    { "exec", "warning",
      "An instruction is reached with EXEC zero that should not be.",
      "EXEC is zero" },
  [GCNVM_R_END] =
    { "end", "error", "Control runs past the end of a function.",
      "end of function passed" },
  [GCNVM_R_DEADLOCK] =
    { "deadlock", "error", "Waves wait for each other.", "deadlock" },
  [GCNVM_R_TRAP] =
    { "trap", "error", "The program executed a trap.", "trap" },
  [GCNVM_R_LIMIT] =
    { "limit", "error", "A dispatch reached a limit.", "limit reached" },
  [GCNVM_R_INSN] =
    { "instruction", "error", "An instruction cannot be executed.",
      "bad instruction" },
  [GCNVM_R_RACE] =
    { "race", "error", "Two waves access a place, and nothing orders them.",
      "data race" },
  [GCNVM_R_INITCHECK] =
    { "initcheck", "error",
      "A value that nothing has written decides something or goes to the host.",
      "undefined value" },
  [HSA_R_CALL] =
    { "call", "error", "The HSA runtime cannot do what it was asked for.",
      "failed call" },
  [HSA_R_LOAD] =
    { "load", "error", "A code object cannot be loaded.",
      "code object not loaded" },
  [HSA_R_LEAK] =
    { "leak", "warning", "Device memory is not freed when the program ends.",
      "leak" }
};

static const struct simt_kernel_words words =
{
  "dispatches", "groups", "waves", "wave instructions"
};

const struct simt_tool gcnvm_tool =
{
  "gcnvm", "GCNVM", rules, sizeof rules / sizeof rules[0], &words
};

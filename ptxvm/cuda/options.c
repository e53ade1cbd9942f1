/* Options of ptxvm-run and their environment variables.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "options.h"

/* Into the whole options, as there may be a seed too.  */

static bool
parse_uninit (const struct simt_option *d, void *to, const char *value)
{
  static const char *const words[]
    = { "off", "report", "error", "random", NULL };
  struct options *o = to;
  struct simt_option word = *d;
  word.size = sizeof o->vm.uninit;
  word.words = words;
  if (strncmp (value, "random:", 7))
    return simt_option_word (&word, &o->vm.uninit, value);
  o->vm.uninit = VM_UNINIT_RANDOM;
  return simt_read_number (value + 7, &o->vm.seed, false);
}

static bool
parse_device (const struct simt_option *d, void *to, const char *value)
{
  static const unsigned known[] = { 35, 61, 70, 80, 90 };
  struct options *o = to;
  (void) d;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    {
      char name[16];
      snprintf (name, sizeof name, "sm_%u", known[i]);
      if (!strcmp (value, name))
	{
	  o->vm.sm = known[i];
	  o->device_given = true;
	  return true;
	}
    }
  return false;
}

/* By enum vm_model.  */
static const char *const models[]
  = { "volta", "pascal", "pascal-shared", NULL };

/* By enum vm_uniform.  */
static const char *const uniform[] = { "off", "on", "always", NULL };

/* By enum vm_native.  */
static const char *const native[] = { "off", "on", "always", NULL };

#define VM(MEMBER) SIMT_MEMBER (struct options, vm.MEMBER)
#define ALL 0, sizeof (struct options)

const struct simt_option option_table[] =
{
  { "uninit", "off|report|error|random[:SEED]",
    "what to do when a register is read that was never written (default off)",
    parse_uninit, ALL, "off, report, error, random or random:SEED",
    0, 0, NULL },
  { "model", "volta|pascal|pascal-shared",
    "how lanes that took different branches meet again: volta (default), each\n"
    "      thread has a program counter; pascal, a warp has one stack, and lanes\n"
    "      reconverge at immediate postdominators; pascal-shared, like pascal, but\n"
    "      shared dead ends count",
    simt_option_word, VM (model), "volta, pascal or pascal-shared",
    0, 0, models },
  { "device", "sm_35|sm_61|sm_70|sm_80|sm_90",
    "the GPU to emulate (default sm_80); PTX for a later one is an error",
    parse_device, ALL, "sm_35, sm_61, sm_70, sm_80 or sm_90", 0, 0, NULL },
  { "multiprocessors", "N",
    "the number of multiprocessors that the device reports (default 4)",
    simt_option_number, VM (n_multiprocessors), "a number from 1 to 1024",
    1, 1024, NULL },
  { "unified-memory", NULL,
    "kernels can access all memory of the host, as `requires\n"
    "      unified_shared_memory' asks for",
    simt_option_switch, VM (unified), "0 or 1", 0, 0, NULL },
  { "race", NULL,
    "report data races between warps, lanes of a warp, and streams",
    simt_option_switch, VM (race), "0 or 1", 0, 0, NULL },
  { "initcheck", NULL,
    "report memory that is used before anything has written it",
    simt_option_switch, VM (initcheck), "0 or 1", 0, 0, NULL },
  { "initcheck-strict", NULL,
    "with --initcheck, also report undefined bytes that the host copies if they\n"
    "      may be padding of a structure",
    simt_option_switch, VM (initcheck_strict), "0 or 1", 0, 0, NULL },
  { "redzone", "BYTES",
    "the gap around each mapped variable, in which an access is an error\n"
    "      (default 64); 0 checks the bounds of whole allocations only",
    simt_option_bytes, VM (redzone), "a number of bytes up to 64K",
    0, 65536, NULL },
  { "leak-check", NULL,
    "report device memory that is still mapped or allocated at exit",
    simt_option_switch, SIMT_MEMBER (struct options, leak_check), "0 or 1",
    0, 0, NULL },
  { "json", "FILE", "append each report to FILE, one JSON object a line",
    simt_option_text, SIMT_MEMBER (struct options, json), "a file name",
    0, 0, NULL },
  { "threads", "N",
    "host threads that run blocks and warps (default 0, one for each\n"
    "      processor); with 1, a run can be repeated",
    simt_option_number, VM (threads),
    "a number from 0 (one for each processor) to 1024",
    0, 1024, NULL },
  { "time-limit", "SECONDS",
    "end a launch that takes longer (default 0, no limit)",
    simt_option_seconds, VM (time_limit), "seconds, 0 for no limit",
    0, 0, NULL },
  { "insn-limit", "N",
    "end a launch in which a warp executes more instructions (default 0, no\n"
    "      limit)",
    simt_option_bytes, VM (insn_limit),
    "a number of instructions, 0 for no limit", 0, 0, NULL },
  { "call-limit", "N",
    "calls within each other in a thread, at most (default 32768: GPUs have no\n"
    "      stack for more)",
    simt_option_number, VM (call_limit), "a number from 1 to 1000000000",
    1, 1000000000, NULL },
  { "schedule", "SEED",
    "let warps run in turns of random length and order; each SEED gives another\n"
    "      order, and 0 (default) the usual one",
    simt_option_number, VM (schedule), "a number", 0, 0, NULL },
  { "memory", "BYTES", "device memory, as in 512M (default 4G)",
    simt_option_bytes, VM (memory),
    "bytes from 1M to 1024G, with K, M or G after the number",
    1 << 20, UINT64_C (1) << 40, NULL },
  { "uniform", "off|on|always",
    "execute an operation once if all lanes of a warp do the same: never, where\n"
    "      it saves time (on, default), or everywhere; results are the same",
    simt_option_word, VM (uniform), "off, on or always", 0, 0, uniform },
  { "native", "off|on|always",
    "compile hot functions with gcc, in the background, and keep them under\n"
    "      ~/.cache/accelfix/native: never (off), where it saves time (on), or every\n"
    "      function ahead of its start (always); results are the same; default on,\n"
    "      and off where PROGRAM is PTX",
    simt_option_word, VM (native), "off, on or always", 0, 0, native },
  { "debug", NULL,
    "stop where it is told to, at source lines, and show variables, lanes and\n"
    "      calls; `help' there lists the commands; implies --threads=1",
    simt_option_switch, VM (debug), "0 or 1", 0, 0, NULL },
  { "debug-commands", "FILE",
    "read the debugger's commands from FILE first; implies --debug",
    simt_option_text, SIMT_MEMBER (struct options, commands), "a file name",
    0, 0, NULL },
  { "debug-output", "FILE",
    "write what the debugger says to FILE, not to standard output; implies\n"
    "      --debug",
    simt_option_text, SIMT_MEMBER (struct options, debug_output), "a file name",
    0, 0, NULL },
  { "debug-types", "FILE",
    "types and mapped variables are in FILE, an object file or program that the\n"
    "      compiler for the host has made of the same source with -g, where the program\n"
    "      has no host code; implies --debug",
    simt_option_text, SIMT_MEMBER (struct options, debug_types), "a file name",
    0, 0, NULL },
  { "stats", NULL,
    "print launches, executed instructions and a table of kernels at exit",
    simt_option_switch, VM (stats), "0 or 1", 0, 0, NULL },
  { "profile", NULL,
    "print, at exit, the source lines that execute most instructions, with the lanes\n"
    "      that took part, memory traffic and branches at which lanes parted; or put\n"
    "      all lines into the files of --html, --callgrind and --coverage",
    simt_option_switch, VM (profile), "0 or 1", 0, 0, NULL },
  { NULL, NULL, NULL, NULL, 0, 0, NULL, 0, 0, NULL }
};

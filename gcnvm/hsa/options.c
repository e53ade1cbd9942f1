/* Options of gcnvm-run and their environment variables.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "options.h"

void
options_init (struct options *o)
{
  memset (o, 0, sizeof *o);
  gcnvm_options_init (&o->vm);
  o->vm.native = GCNVM_NATIVE_ON;
  o->device[0] = processor_by_name ("gfx803");
  o->n_devices = 1;
  o->compute_units = 4;
  o->memory = (uint64_t) 4 << 30;
  o->gdb = -1;
}

/* Processors, separated by commas, into the whole options.  */

static bool
parse_device (const struct simt_option *d, void *to, const char *value)
{
  struct options *o = to;
  unsigned n = 0;
  (void) d;
  for (const char *p = value;; p++)
    {
      char name[16];
      size_t len = strcspn (p, ",");
      if (len >= sizeof name || n == MAX_DEVICES)
	return false;
      memcpy (name, p, len);
      name[len] = '\0';
      o->device[n] = processor_by_name (name);
      if (!o->device[n++])
	return false;
      p += len;
      if (!*p)
	break;
    }
  o->n_devices = n;
  return true;
}

/* By enum gcnvm_uninit, enum gcnvm_hazards, enum gcnvm_waitcnt, enum
   gcnvm_alignment.  */
static const char *const uninit_words[] = { "off", "report", "error", NULL };
static const char *const hazard_words[] = { "off", "report", "apply", NULL };
static const char *const waitcnt_words[] = { "off", "report", NULL };
static const char *const alignment_words[] = { "hardware", "strict", NULL };

/* By enum gcnvm_native.  */
static const char *const native_words[] = { "off", "on", "always", NULL };

/* By enum implicit_fill.  */
static const char *const implicit_words[] = { "fill", "off", NULL };

#define VM(MEMBER) SIMT_MEMBER (struct options, vm.MEMBER)

const struct simt_option option_table[] =
{
  { "device", "GPU[,GPU]...",
    "the GPU to emulate, or several: gfx803, gfx900, gfx906, gfx908, gfx90a,\n"
    "      gfx90c, gfx942, gfx950, gfx1030, gfx1036, gfx1100, gfx1103 (default:\n"
    "      the one that the program has code for)",
    parse_device, 0, sizeof (struct options),
    "gfx803, gfx900, gfx906, gfx908, gfx90a, gfx90c, gfx942, gfx950, "
    "gfx1030, gfx1036, gfx1100 or gfx1103, or several with commas between", 0, 0, NULL },
  { "uninit", "off|report|error",
    "what to do if a register that was never written decides something\n"
    "      (default report)",
    simt_option_word, VM (uninit), "off, report or error",
    0, 0, uninit_words },
  { "hazards", "off|report|apply",
    "what to do if wait states are missing (default report); apply also gives\n"
    "      the instruction the value that the hardware might give it",
    simt_option_word, VM (hazards), "off, report or apply",
    0, 0, hazard_words },
  { "waitcnt", "off|report",
    "what to do if the result of a load is used before s_waitcnt has waited for\n"
    "      it (default report)",
    simt_option_word, VM (waitcnt), "off or report", 0, 0, waitcnt_words },
  { "alignment", "hardware|strict",
    "report misaligned accesses that fail on the hardware (default), or all",
    simt_option_word, VM (alignment), "hardware or strict", 0, 0,
    alignment_words },
  { "implicit-args", "fill|off",
    "whether kernels get the implicit arguments that their metadata describes\n"
    "      (default fill); libgomp and gcn-run do not fill them",
    simt_option_word, SIMT_MEMBER (struct options, implicit), "fill or off",
    0, 0, implicit_words },
  { "compute-units", "N",
    "the number of compute units that each GPU reports (default 4); 0: as many\n"
    "      as the card has",
    simt_option_number, SIMT_MEMBER (struct options, compute_units),
    "a number from 0 to 512", 0, 512, NULL },
  { "json", "FILE", "append each report to FILE, one JSON object a line",
    simt_option_text, SIMT_MEMBER (struct options, json), "a file name",
    0, 0, NULL },
  { "threads", "N",
    "host threads that run groups and waves (default 0, one for each\n"
    "      processor)",
    simt_option_number, VM (threads),
    "a number from 0 (one for each processor) to 1024",
    0, 1024, NULL },
  { "time-limit", "SECONDS",
    "end a dispatch that takes longer (default 0, no limit)",
    simt_option_seconds, VM (time_limit), "seconds, 0 for no limit",
    0, 0, NULL },
  { "insn-limit", "N",
    "end a dispatch in which a wave executes more instructions (default 0, no\n"
    "      limit)",
    simt_option_bytes, VM (insn_limit),
    "a number of instructions, 0 for no limit", 0, 0, NULL },
  { "schedule", "SEED",
    "let waves run in turns of random length and order (default 0, the usual\n"
    "      order)",
    simt_option_number, VM (schedule), "a number", 0, 0, NULL },
  { "native", "off|on|always",
    "compile hot functions with gcc, in the background, and keep them under\n"
    "      ~/.cache/accelfix/native: never (off), where it saves time (on, default),\n"
    "      or every function ahead of its start (always); results are the same",
    simt_option_word, VM (native), "off, on or always", 0, 0, native_words },
  { "memory", "BYTES", "device memory, as in 512M (default 4G)",
    simt_option_bytes, SIMT_MEMBER (struct options, memory),
    "bytes from 16M to 1024G, with K, M or G after the number",
    16 << 20, UINT64_C (1) << 40, NULL },
  { "unified-memory", NULL,
    "kernels can access all memory of the host, as `requires\n"
    "      unified_shared_memory' asks for",
    simt_option_switch, SIMT_MEMBER (struct options, unified), "0 or 1", 0, 0, NULL },
  { "race", NULL,
    "report data races between waves, lanes of a store, and queues",
    simt_option_switch, VM (race), "0 or 1", 0, 0, NULL },
  { "initcheck", NULL,
    "report memory that is used before anything has written it",
    simt_option_switch, VM (initcheck), "0 or 1", 0, 0, NULL },
  { "initcheck-strict", NULL,
    "with --initcheck, also report undefined bytes that the host copies if they\n"
    "      may be padding of a structure",
    simt_option_switch, VM (initcheck_strict), "0 or 1", 0, 0, NULL },
  { "redzone", "BYTES",
    "bytes at least around objects in device memory, where an access is an\n"
    "      error, and a gap behind each wave's stack (default 64); 0 looks at\n"
    "      whole allocations only",
    simt_option_bytes, VM (redzone), "a number of bytes up to 64K",
    0, 65536, NULL },
  { "leak-check", NULL,
    "tell of device memory that is mapped or allocated still at exit, but not of\n"
    "      what kernels allocate by malloc",
    simt_option_switch, SIMT_MEMBER (struct options, leak_check), "0 or 1",
    0, 0, NULL },
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
  { "gdb", "[=PORT]",
    "let a debugger connect to PORT of this machine (one that is free is chosen and\n"
    "      named), by GDB's remote protocol, and hold the program at its first kernel\n"
    "      until one has; LLDB knows lines and variables; implies --threads=1",
    simt_option_number, SIMT_MEMBER (struct options, gdb), "a number up to 65535",
    0, 65535, NULL },
  { "stats", NULL,
    "print dispatches, executed instructions and a table of kernels at exit",
    simt_option_switch, VM (stats), "0 or 1", 0, 0, NULL },
  { "profile", NULL,
    "print, at exit, the source lines that execute most instructions, with the lanes\n"
    "      that took part, memory traffic and how often lanes parted; or put all lines\n"
    "      into the files of --html, --callgrind and --coverage",
    simt_option_switch, VM (profile), "0 or 1", 0, 0, NULL },
  { NULL, NULL, NULL, NULL, 0, 0, NULL, 0, 0, NULL }
};

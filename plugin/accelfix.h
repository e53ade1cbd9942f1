/* What all files of the plugin share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_H
#define ACCELFIX_H

/* The arguments of the plugin, after parsing.  */
struct accelfix_arguments
{
  int init_regs;	/* 0 to 3; -1: not given.  */
  int exit_level;	/* 0 to 2.  */
  int exit_growth;	/* Insns that exit=2 may add, in percent.  */
  int simd_private;	/* 0 or 1.  */
  int simt_stack;	/* Bytes for what is not known, 0: GCC's own stack,
			   -1: automatic.  */
  int link_vars;	/* 0 or 1.  */
  int aliases;		/* 0 or 1.  */
  int m0;		/* 0 or 1.  */
  int lane_select;	/* enum accelfix_lane_select.  */
  int wait_states;
  int wide_multiply;
  int division;		/* 0 or 1.  */
  int square_root, bit_count, vector_bytes;	/* 0 or 1.  */
  int workers;		/* 0 or 1.  */
  int team_limit;	/* 0 or 1.  */
  int private_stack;	/* 0 or 1.  */
  int hidden_args;	/* 0 or 1.  */
  int lds;		/* enum accelfix_lds.  */
  int lds_start;	/* Bytes.  */
  int code_object;	/* 0: GCC's own, 1: version 5.  */
  int aperture;		/* enum accelfix_aperture.  */
  int struct_return;	/* 0 or 1.  */
  int cxx_runtime;
  int libc_names;
  int nothrow;
  int verify;		/* Flags.  */
  int comment;
  int verbose;
  int disable;
  int help;
  int frames;		/* enum accelfix_frames.  */

  /* Of the plugin for gcc, g++ and gfortran, 0 or 1 each.  */
  int simd_atomic;
  int simd_clauses;
  int simd_vla;
  int async_copies;
  int block_bounds;
  int team_threads;
  int team_count;
  int collapse_count;
  int map_align;
  int class_arrays;
  int virtual_tables;
  int host_flags;
  int va_lists;
  int streams;
  int vector_results;
  int need_libgomp;
  int refuse;
  int acc_auto;
  int acc_tile;
  int const_data;
  int acc_declare;
  int map_const;
  int map_struct;
  int map_nowait;
  int map_stride;
  int map_rows;
  int map_section;
  int nowait_team;
  int target_depend;
  int default_device;
  int acc_kernels;
  int acc_reduction;
  int acc_async;
  int acc_deviceptr;
  int acc_local;
  int call_types;
  int loop_pointers;
  int linear_wrap;
  int bool_reduction;
  int target_firstprivate;
  int clause_calls;
  int indirect_calls;
  int report;
};

/* The values of lane-select, in the order of their names in options.cc.  */
enum accelfix_lane_select { LANE_AUTO, LANE_M0, LANE_EXEC };

/* The values of lds, likewise.  */
enum accelfix_lds { LDS_OWN, LDS_MODULE, LDS_KERNEL, LDS_HYBRID };

/* The values of aperture, likewise.  */
enum accelfix_aperture { APERTURE_QUEUE, APERTURE_IMPLICIT };

/* The values of frames, likewise.  */
enum accelfix_frames { FRAMES_AUTO, FRAMES_OFF, FRAMES_NAMES, FRAMES_GAPS };

extern struct accelfix_arguments accelfix_args;

/* options.cc.  */
extern bool accelfix_parse_arguments (const struct plugin_name_args *);
extern const char *accelfix_help_text (void);
extern const char *accelfix_settings_text (void);

/* The name that GCC gives the plugin in arguments: the file's.  GCC ends it at
   the first hyphen.  */
#if ACCELFIX_HOST
# define ACCELFIX_BASE_NAME "accelfix_host"
#else
# define ACCELFIX_BASE_NAME "accelfix"
#endif

/* version-check.cc.  */
extern bool accelfix_version_ok (const struct plugin_name_args *,
				 const struct plugin_gcc_version *);

/* A count that the summary of `verbose' prints.  Define one as a static
   object in the file of the pass that counts; TEXT follows the number, as in
   "registers initialised".  */
struct accelfix_counter
{
  const char *text;
  unsigned long value;
  accelfix_counter *next;

  explicit accelfix_counter (const char *t);
};

/* Keeps T from the garbage collector till the end of the unit.  What the plugin
   allocates is not looked through for trees; one that lives longer than a pass
   is kept by this.  */
extern void accelfix_keep (tree t);

/* The text of the asm PATTERN, predicated or not, or null where it is none.  Sets
   *OPERANDS, unless OPERANDS is null, to whether it is printed with operands, so
   that "%%" stands for one percent sign.  */
extern const char *accelfix_asm_text (const_rtx pattern,
				      bool *operands = NULL);

/* The pattern of an insn that prints TEXT, an asm without operands.  */
extern rtx accelfix_gen_text (const char *text);

/* A comment line in the assembly, as an insn that prints TEXT and nothing
   else.  */
extern rtx accelfix_gen_comment (const char *text);

#endif /* ACCELFIX_H */

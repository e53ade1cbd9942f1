# What the boards share: run a program for an offload target, and tell a
# missing device from a program that fails.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# accel_env NAME DEFAULT: the value of the environment variable NAME, or
# DEFAULT where it is unset or empty.
proc accel_env { name default } {
    if { [info exists ::env($name)] && $::env($name) ne "" } {
	return $::env($name)
    }
    return $default
}

# accel_say BOARD TEXT: note once, in the log and in the summary, what the
# board runs programs with.
proc accel_say { board text } {
    global accel_said
    if { ![info exists accel_said($board)] } {
	set accel_said($board) 1
	clone_output "Board $board: $text"
    }
}

# accel_missing OUTPUT: true if OUTPUT, of a run that failed, says that there
# is no driver or no device, rather than that the program went wrong.
proc accel_missing { output } {
    return [regexp -nocase \
	{couldn't initialize CUDA|CUDA_ERROR_NO_DEVICE|no CUDA-capable device|(cannot|can't|couldn't|could not) (open|load|find)[^\n]*libcuda|libcuda[^\n]*(No such file|cannot open)|[Pp]ermission denied \(publickey|Could not resolve hostname|ssh: connect to host} $output]
}

# accel_load BOARD COMMAND PROGRAM ARGUMENTS: run PROGRAM under the words of
# COMMAND.  The result is what DejaGnu's load procedures return: the status of
# the test and the output.  After the first run that found no device, later
# ones are not tried.
proc accel_load { board command prog arguments } {
    global accel_nodevice
    if { [info exists accel_nodevice($board)] } {
	return [list "unsupported" ""]
    }
    if { ![file exists $prog] } {
	return [list "untested" "$prog does not exist"]
    }
    set limit [accel_env ACCEL_RUN_TIMEOUT 60]
    set result [remote_exec host "$command $prog $arguments" "" "" "" $limit]
    set status [lindex $result 0]
    set output [lindex $result 1]
    if { $status == 0 } {
	return [list "pass" $output]
    }
    if { [accel_missing $output] } {
	set accel_nodevice($board) 1
	warning "board $board has no device: [string trim $output]"
	return [list "unsupported" $output]
    }
    verbose -log "exit status $status"
    if { $status < 0 } {
	append output "\nWARNING: program timed out or was killed"
    }
    return [list "fail" $output]
}

# gcnvm_load PROCESSOR PROGRAM ARGUMENTS: run PROGRAM on gcnvm, the HSA runtime
# on the CPU, as PROCESSOR, which it was compiled for.  GCNVM_RUN is the program
# gcnvm-run, GCNVM_RUN_OPTIONS are options to it (--hazards=apply, say).  gcnvm's
# reports stay in the log; a test's pattern is for what the program prints.
proc gcnvm_load { processor prog arguments } {
    set run [accel_env GCNVM_RUN gcnvm-run]
    set options [accel_env GCNVM_RUN_OPTIONS ""]
    set command "$run --no-require-launch $options"
    accel_say gcnvm-$processor $command
    if { [which $run] == 0 } {
	perror "board gcnvm-$processor: $run is not there; build gcnvm first"
	return [list "untested" ""]
    }
    set result [accel_load gcnvm-$processor $command $prog $arguments]
    regsub -all -line {^gcnvm: [^\n]*\n?} [lindex $result 1] "" output
    return [list [lindex $result 0] $output]
}

# accel_host_kernels PROG: how many kernels the offloading program PROG has, read
# off its PTX and its amdgcn code objects.  Those have a name ending in .kd for
# each; _init_array.kd and _fini_array.kd are there always.
proc accel_host_kernels { prog } {
    set f [open $prog rb]
    set text [read $f]
    close $f
    set gcn [regexp -all -inline {[A-Za-z0-9_.$]*\._omp_fn\.[0-9]+\.kd\0} $text]
    return [expr {[regexp -all {\.entry [^;\n]*\)\n} $text]
		  + [llength [lsort -unique $gcn]]}]
}

# accel_host_load TOOL PROGRAM ARGUMENTS: run PROGRAM, of the host, on the
# machine TOOL, ptxvm or gcnvm, for the board TOOL-host.  TOOL_RUN, in capitals,
# is the program TOOL-run, TOOL_RUN_OPTIONS are options to it.  ARGUMENTS are
# those of a board's load procedure after the program.
#
# After each run the log has a line
#     TOOL: LAUNCHES launches, REPORTS reports, ENTRIES kernels, MS ms: PROGRAM
# A program that has kernels, ended well, and launched none of them did its
# work on the host; drivers/libgomp makes that a failure.
proc accel_host_load { tool prog arguments } {
    set var [string toupper $tool]
    set run [accel_env ${var}_RUN $tool-run]
    set options [accel_env ${var}_RUN_OPTIONS ""]
    accel_say $tool-host "$run $options"
    if { [which $run] == 0 } {
	perror "board $tool-host: $run is not there; build $tool first"
	return [list "untested" ""]
    }
    if { ![file exists $prog] } {
	return [list "untested" "$prog does not exist"]
    }
    set json [file join [pwd] $tool-host.json]
    file delete $json
    set limit [accel_env ACCEL_RUN_TIMEOUT 300]
    set parg [lindex $arguments 0]
    set inp [lindex $arguments 1]
    set start [clock milliseconds]
    # Whether anything was launched is looked at here.
    set command "$run --json=$json --no-require-launch $options $prog"
    set result [remote_exec host $command $parg $inp "" $limit]
    set ms [expr {[clock milliseconds] - $start}]
    set status [lindex $result 0]
    set output [lindex $result 1]
    set launches 0
    set reports 0
    if { [file exists $json] } {
	set f [open $json r]
	foreach line [split [read $f] "\n"] {
	    if { [regexp {"type":"summary".*"launches":([0-9]+),"reports":([0-9]+)} \
		      $line all l r] } {
		incr launches $l
		incr reports $r
	    }
	}
	close $f
	file delete $json
    }
    # The log has the machine's reports; a test's pattern is for what the
    # program and libgomp print.
    regsub -all -line "^$tool: \[^\n\]*\n" $output "" output
    verbose -log "$tool: $launches launches, $reports reports, [accel_host_kernels $prog] kernels, $ms ms: [file tail $prog]"
    if { $status == 0 } {
	return [list "pass" $output]
    }
    verbose -log "exit status $status"
    if { $status < 0 } {
	append output "\nWARNING: program timed out"
    }
    return [list "fail" $output]
}

# accel_amdgcn_board PROCESSOR: what every amdgcn board says of the target.
# GCC has trampolines for GCN3 alone.  PROCESSOR is a value of -march, or empty.
proc accel_amdgcn_board { processor } {
    load_generic_config "sim"
    process_multilib_options \
	[expr { $processor eq "" ? "" : "-march=$processor" }]
    set_board_info compiler "[find_gcc]"
    set_board_info cflags ""
    set_board_info ldflags ""
    if { $processor ne "fiji" } {
	set_board_info gcc,no_trampolines 1
    }
    set_board_info gcc,signal_suppress 1
    set_board_info is_simulator 1
    set_board_info target_install { amdgcn-amdhsa }
}

# accel_nvptx_board: what every nvptx board says of the target: no
# trampolines, no label values, a small stack, no signals, and a main kernel
# that the linker has to add.
proc accel_nvptx_board { } {
    load_generic_config "sim"
    process_multilib_options ""
    set_board_info compiler "[find_gcc]"
    set_board_info cflags ""
    set_board_info ldflags "-mmainkernel"
    set_board_info gcc,stack_size 8192
    set_board_info gcc,no_trampolines 1
    set_board_info gcc,no_label_values 1
    set_board_info gcc,signal_suppress 1
    set_board_info is_simulator 1
    set_board_info target_install { nvptx-none }
}

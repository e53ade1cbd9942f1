# What g++.dg/torture asks for and an offload target has not, as UNSUPPORTED
# with the reason.  shard has it read by site.exp.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# The offload packages hold no libstdc++ and no libsupc++, so no headers, no
# operator new, no run-time types, no exceptions.  nvptx has neither aliases
# (which constructors are made of), nor global constructors, nor nonlocal
# goto.  A test that passes without the plugin and is refused with it is worse
# in the comparison, whatever the reason is.

# accel_cxx_lacks TEXT: what the target lacks according to TEXT, the output of a
# compilation; empty if it is something else.
proc accel_cxx_lacks { text } {
    foreach { pattern reason } {
	{fatal error: [a-z_/]+(\.h)?: No such file or directory}
	    "no C++ library"
	{(unresolved symbol|undefined (reference to|symbol:?)) [`']?(_Zn|_Zd|__cxa_|_Unwind_|_ZTI|_ZTVN10__cxxabiv|_ZS|_ZNS|_ZNKS|__gxx_|__dynamic_cast|_ZN10__cxxabiv)}
	    "no C++ library"
	{error: alias definitions not supported in this configuration}
	    "no aliases"
	{sorry, unimplemented: global constructors not supported}
	    "no global constructors"
	{sorry, unimplemented: target cannot support nonlocal goto}
	    "no exceptions"
    } {
	if { [regexp $pattern $text] } {
	    return $reason
	}
    }
    return ""
}

# GCC's g++-dg-prune, which is there once g++-dg.exp is read, asks first.
proc accel_wrap_prune { args } {
    if { [info procs g++-dg-prune] ne "" && [info procs accel_prune] eq "" } {
	rename g++-dg-prune accel_prune
	proc g++-dg-prune { system text } {
	    set lacks [accel_cxx_lacks $text]
	    if { $lacks ne "" } {
		return "::unsupported::$lacks"
	    }
	    return [accel_prune $system $text]
	}
    }
}
# DejaGnu may read site.exp twice.
trace remove execution load_lib leave accel_wrap_prune
trace add execution load_lib leave accel_wrap_prune

#! /bin/sh
# Test of ptxvm-dap, which lets editors debug device code: a client drives it as an
# editor would.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.

shared=`cd "${0%/*}/../../simt/tests" && pwd`
. "$shared/lib.sh"
. "$shared/offload.sh"
unset PTXVM_DEBUG PTXVM_DEBUG_COMMANDS PTXVM_DEBUG_OUTPUT
find_offload_plugin "`pwd`"
machine=ptxvm missing='no compiler here offloads to nvptx, or there is no plugin for it'
teams= threads=8 lanes=0-31 registers='PTX registers' function='main\$_omp_fn\$1' inlined=
. "$shared/dap.sh"

#! /bin/sh
# Test of gcnvm-dap, which lets editors debug device code: a client drives it as an
# editor would.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in gcnvm's build folder.

shared=`cd "${0%/*}/../../simt/tests" && pwd`
. "$shared/lib.sh"
. "$shared/offload.sh"
unset GCNVM_DEBUG GCNVM_DEBUG_COMMANDS GCNVM_DEBUG_OUTPUT
find_offload_gcn "`pwd`"
machine=gcnvm missing='no compiler here offloads to amdgcn'
teams='thread_limit(4)' threads=4 lanes=0-63 registers=Registers inlined=yes function=main._omp_fn.1
. "$shared/dap.sh"

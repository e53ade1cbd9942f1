# Where LLVM's tools for amdgcn are.  Read by the tests with `.'.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, under the GNU General Public License,
# version 3 or later; see the file COPYING.

# Usage: llvm_tool NAME [CPU]
# Print how LLVM's NAME is called here, or none.  It knows amdgcn; the one that
# Debian's offload compilers bring (/usr/amdgcn-amdhsa/bin/as is a link to their
# llvm-mc) comes first.  With CPU: the newest llvm-mc, if it knows CPU.
llvm_bin=`readlink -f /usr/amdgcn-amdhsa/bin/as 2>/dev/null`
llvm_bin=${llvm_bin%/*}
llvm_tool ()
{
  llvm_all=`for v in 22 21 20 19 18 17 16 15 14 13; do echo "$1-$v"; done`
  if test -n "${2-}"; then
    llvm_all="$llvm_all $1 $llvm_bin/$1"
  else
    llvm_all="$llvm_bin/$1 $1 $llvm_all"
  fi
  for llvm_t in $llvm_all; do
    command -v "$llvm_t" >/dev/null 2>&1 || continue
    case $1:${2-} in
      llvm-ar:*) "$llvm_t" --version | sed 's/$/ amdgcn /' ;;
      *:?*) "$llvm_t" -triple=amdgcn--amdhsa -mcpu=help 2>&1 </dev/null ;;
      *) "$llvm_t" --version ;;
    esac | grep -q " ${2:-amdgcn} " || continue
    echo "$llvm_t"
    return
  done
  echo none
}

# Set `ld' and `ldopt' to a linker of amdgcn code and what it wants first.
llvm_linker ()
{
  ldopt=
  for ld in /usr/amdgcn-amdhsa/bin/ld ld.lld ld.lld-22 ld.lld-19 ld.lld-14 \
	    ld.lld-13 none
  do
    "$ld" -flavor gnu --version >/dev/null 2>&1 && ldopt="-flavor gnu" && break
    "$ld" --version >/dev/null 2>&1 && break
  done
}

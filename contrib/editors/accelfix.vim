" Vim: jump to the places of ptxvm's and gcnvm's reports.  Copy this file to
" ~/.vim/compiler/accelfix.vim; then
"     :compiler accelfix
"     :cexpr system('ptxvm-run ./prog 2>&1')
" and :cnext, or with :make, if 'makeprg' runs the program.
"
" Copyright (C) 2026 The accelfix authors.
" This file is part of accelfix, free software under the GNU General Public
" License, version 3 or later; see the file COPYING.

let current_compiler = "accelfix"
" A report's line names places as in "main (hist.c:12)"; the last is its own,
" or that of a call.  Other lines are not the machines'.
CompilerSet errorformat=%*[a-z]:\ %m\ (%f:%l)%.%#,%-G%.%#

; Loads that native code waits for, where on another way it does not.
; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.

;; a load is waited for each time: gfx906:
;= 40
 loads_in_turns 5000
;; a load is not waited for in one turn: gfx906:
;= 40
;! v8 used before s_waitcnt has waited for its load
 loads_in_turns 2000

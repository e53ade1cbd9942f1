;;; accelfix.el --- places of ptxvm's and gcnvm's reports -*- lexical-binding: t -*-

;; Copyright (C) 2026 The accelfix authors.
;; This file is part of accelfix, free software under the GNU General Public
;; License, version 3 or later; see the file COPYING.

;;; Commentary:

;; With (load "accelfix.el") in the init file, M-x compile with a command such
;; as `ptxvm-run ./prog' makes each line of a report lead to its place; C-x `
;; goes from one to the next.  A line names places as in "main (hist.c:12)";
;; the last is its own, or that of a call.

;;; Code:

(require 'compile)
(add-to-list 'compilation-error-regexp-alist-alist
             '(accelfix
               "^\\(?:ptxvm\\|gcnvm\\): .*(\\([^():\n]+\\):\\([0-9]+\\))"
               1 2))
(add-to-list 'compilation-error-regexp-alist 'accelfix)

;;; accelfix.el ends here

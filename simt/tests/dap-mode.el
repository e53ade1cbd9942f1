;; Debug device code with Emacs' dap-mode, for dap.sh:
;; emacs -batch -l dap-mode.el NAME ADAPTER RUN PROGRAM SOURCE LINE CONDITION
;; Copyright (C) 2026 The accelfix authors.
;; This file is part of accelfix, free software under the GNU General Public
;; License, version 3 or later; see the file COPYING.

;; NAME is the machine's.  What is seen is printed, a line each.

(require 'package)
(package-initialize)
(setq lsp-keep-workspace-alive nil
      dap-breakpoints-file (expand-file-name "breakpoints")
      dap-auto-configure-features nil
      dap-auto-show-output nil)
(require 'dap-mode)
(require 'dap-ui)

(pcase-let ((`(,name ,adapter ,run ,program ,source ,line ,condition)
	     command-line-args-left))
  (setq command-line-args-left nil)
  (dap-register-debug-provider name #'identity)
  (dap-register-debug-template
   "Device code"
   (list :type name :request "launch" :name "Device code"
	 :dap-server-path (list "python3" adapter)
	 :program program :cwd default-directory
	 (intern (concat ":" name "Run")) run))

  (defvar wanted nil)
  (defvar failed nil)
  (defun show (format &rest args)
    (princ (concat (apply #'format format args) "\n")))
  (defun wait (what)
    "Until WHAT, a function, says that it has come."
    (with-timeout (60 (show "waited in vain") (kill-emacs 1))
      (while (not (funcall what))
	(accept-process-output nil 0.05))))
  (defun session () (dap--cur-session))
  (defun frame () (dap--debug-session-active-frame (session)))
  (defun ask (method &rest args)
    "The body that answers METHOD."
    (let ((answer nil))
      (dap--send-message (dap--make-request method args)
			 (lambda (r) (setq answer r)) (session))
      (wait (lambda () answer))
      (if (gethash "success" answer) (gethash "body" answer)
	(list (gethash "message" answer)))))
  (defun here ()
    (show "at %s %d of %s, point at line %d" (gethash "name" (frame))
	  (gethash "line" (frame)) (gethash "name" (gethash "source" (frame)))
	  (with-current-buffer (find-buffer-visiting source)
	    (line-number-at-pos))))
  (defun go (command)
    "Let the program go on by COMMAND, up to the next stop."
    (funcall command (session))
    (wait #'frame)
    (here))
  (defun variables (reference)
    (append (gethash "variables" (ask "variables" :variablesReference reference)) nil))

  (find-file source)
  (goto-char (point-min))
  (forward-line (1- (string-to-number line)))
  (dap-breakpoint-add)
  (let ((b (dap--get-breakpoint-at-point)))
    (plist-put b :condition condition))
  (dap-debug (copy-tree (cdr (assoc "Device code" dap-debug-template-configurations))))
  (wait (lambda () (and (session) (frame))))
  (here)
  (let* ((frames (gethash (dap--debug-session-thread-id (session))
			  (dap--debug-session-thread-stack-frames (session))))
	 (scope (elt (gethash "scopes" (ask "scopes" :frameId (gethash "id" (frame)))) 0)))
    (show "%s" (if (> (length frames) 1) "called" "not called"))
    (dolist (v (variables (gethash "variablesReference" scope)))
      (when (member (gethash "name" v) '("i" "k" "q"))
	(show "%s = %s" (gethash "name" v) (gethash "value" v))
	(unless (zerop (gethash "variablesReference" v))
	  (dolist (m (variables (gethash "variablesReference" v)))
	    (show "%s = %s" (gethash "name" m) (gethash "value" m)))))))
  (show "evaluated %s" (gethash "result" (ask "evaluate" :expression "q.k * 2"
					      :frameId (gethash "id" (frame))
					      :context "hover")))
  (show "threads %d" (length (gethash "threads" (ask "threads"))))
  (go #'dap-next)
  (go #'dap-step-in)
  (dap-breakpoint-delete-all)
  (dap-continue (session) (dap--debug-session-thread-id (session)))
  (wait (lambda () (not (dap--session-running (session)))))
  (with-current-buffer (dap--debug-session-output-buffer (session))
    (show "output %s" (replace-regexp-in-string "\n+\\'" "" (buffer-string)))))

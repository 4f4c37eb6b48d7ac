;;; sayl.el --- Schema-annotated YAML through eglot  -*- lexical-binding: t -*-

;; For Emacs 29 and later, whose eglot is built in; `sayl' must be on `exec-path'. Load this file, or copy it into your
;; init file. The mode for YAML may be yaml-mode, or yaml-ts-mode, which comes with Emacs.

;;; Code:

(require 'seq)
(require 'subr-x)

(defvar eglot-server-programs)
(declare-function eglot-current-server "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((yaml-mode yaml-ts-mode) . ("sayl" "--stdio"))))

(add-hook 'yaml-mode-hook #'eglot-ensure)
(add-hook 'yaml-ts-mode-hook #'eglot-ensure)

;; eglot formats with steps of `tab-width', which is 8 unless somebody says otherwise.
(defun sayl-set-step ()
  "Indent the YAML of this buffer by two blanks."
  (setq-local tab-width 2))
(add-hook 'yaml-mode-hook #'sayl-set-step)
(add-hook 'yaml-ts-mode-hook #'sayl-set-step)

;; Views: what the server derives from a file, beside it. They follow edits; RET or M-. on a line goes to where it comes
;; from.

(declare-function jsonrpc-request "jsonrpc")
(declare-function jsonrpc-async-request "jsonrpc")

(defvar-local sayl--view nil
  "What a buffer of `sayl-view-mode' shows: the server, the request, its parameters, and the answer.")

(defvar-keymap sayl-view-mode-map
  "RET" #'sayl-go-to-origin
  "M-." #'sayl-go-to-origin)

(define-derived-mode sayl-view-mode special-mode "sayl"
  "A text that sayl derives from a file; each of its lines knows where it comes from.")

(defun sayl--fill (answer)
  "Show ANSWER in this buffer, with point where it was."
  (plist-put sayl--view :answer answer)
  (let ((view (current-buffer)) (inhibit-read-only t))
    (with-temp-buffer
      (insert (plist-get answer :text))
      (let ((text (current-buffer)))
        (with-current-buffer view (replace-buffer-contents text 0.1))))))

(defun sayl--line-from (origins uri line)
  "The line of a view with ORIGINS that comes from LINE of URI, else from the nearest one above it."
  (let (found (nearest -1))
    (seq-doseq (origin origins)
      (let* ((location (plist-get origin :location))
             (from (plist-get (plist-get (plist-get location :range) :start) :line)))
        (when (and (equal (plist-get location :uri) uri) (<= from line) (> from nearest))
          (setq nearest from found (plist-get origin :line)))))
    (or found 0)))

(defun sayl--show (request title nothing)
  "Show what REQUEST answers of this file in a buffer called by TITLE, or say that there is NOTHING."
  (let* ((server (or (eglot-current-server) (user-error "No server runs here")))
         (about (eglot--TextDocumentIdentifier))
         (line (1- (line-number-at-pos)))
         (answer (or (jsonrpc-request server request (list :textDocument about)) (user-error nothing)))
         (buffer (get-buffer-create (format "*sayl %s: %s*" title (buffer-name)))))
    (with-current-buffer buffer
      (unless (derived-mode-p 'sayl-view-mode) (sayl-view-mode))
      (setq sayl--view (list :server server :request request :about about :answer nil))
      (sayl--fill answer)
      (goto-char (point-min))
      (forward-line (sayl--line-from (plist-get answer :origins) (plist-get about :uri) line)))
    (when-let ((window (display-buffer buffer)))
      (set-window-point window (with-current-buffer buffer (point))))
    buffer))

(defun sayl-show-rendered ()
  "Show what the template of this buffer puts out, beside it."
  (interactive)
  (sayl--show :sayl/rendered "output" "This file is rendered to nothing"))

(defun sayl-show-data-values ()
  "Show the final data values that this file leads to, beside it."
  (interactive)
  (sayl--show :sayl/dataValues "data values" "This file leads to no values"))

(defun sayl-go-to-origin ()
  "Go to where the line at point comes from."
  (interactive)
  (let* ((line (1- (line-number-at-pos)))
         (origins (plist-get (plist-get sayl--view :answer) :origins))
         (origin (seq-find (lambda (it) (= (plist-get it :line) line)) origins))
         (location (or (plist-get origin :location) (user-error "Nobody wrote this line")))
         (start (plist-get (plist-get location :range) :start)))
    (find-file-other-window (url-unhex-string (string-remove-prefix "file://" (plist-get location :uri))))
    (goto-char (point-min))
    (forward-line (plist-get start :line))))

(defun sayl--renew (uri)
  "Ask again for the view that the server calls URI, if a buffer shows it."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (equal (plist-get (plist-get sayl--view :answer) :uri) uri)
        (jsonrpc-async-request
         (plist-get sayl--view :server) (plist-get sayl--view :request)
         (list :textDocument (plist-get sayl--view :about))
         :success-fn (lambda (answer)
                       (when (and answer (buffer-live-p buffer))
                         (with-current-buffer buffer (sayl--fill answer)))))))))

(with-eval-after-load 'eglot
  (eval '(cl-defmethod eglot-handle-notification (_server (_method (eql sayl/viewChanged)) &key uri &allow-other-keys)
           "The server would answer a request for the view URI otherwise now."
           (sayl--renew uri))))

;; Settings are named as in sayl.toml:
;; (setq-default eglot-workspace-configuration '(:sayl (:severity (:ambiguous-scalar "off"))))

(provide 'sayl)
;;; sayl.el ends here

;;; editor.el --- What a person sees in Emacs  -*- lexical-binding: t -*-

;; Run in a copy of the examples: emacs --batch -l yaml-mode -l sayl.el -l editor.el. Ends with status 1 and what was
;; missing.

;;; Code:

(require 'eglot)
(require 'yaml-mode)

(defconst test-patience 120
  "How many seconds something may take: far longer than it does, however busy the machine is.")

(defun test-sees (what look)
  "Wait until LOOK gives something, and say that WHAT was seen."
  (let ((end (+ (float-time) test-patience)) found)
    (while (and (not (setq found (funcall look))) (< (float-time) end))
      (accept-process-output nil 0.05))
    (unless found
      (message "missing: %s\nsaw:\n%s" what (buffer-string))
      (kill-emacs 1))
    (message "ok: %s: %s" what (car (split-string (format "%s" found) "\n")))))

(defun test-line (pattern)
  "The line of the buffer that PATTERN finds."
  (save-excursion
    (goto-char (point-min))
    (and (re-search-forward pattern nil t) (string-trim (thing-at-point 'line t)))))

(defun test-lacks (pattern)
  "Make sure that the buffer has no line that PATTERN finds yet."
  (when (test-line pattern)
    (message "there before it should come: %s" (test-line pattern))
    (kill-emacs 1)))

(defvar test-examples default-directory "The folder of the examples.")

(defun test-open (file)
  "Visit FILE of the examples with a server that runs."
  (find-file (expand-file-name file test-examples))
  (unless (eglot-current-server)
    (apply #'eglot (eglot--guess-contact))))

(defun test-ask (method)
  "What the server answers to METHOD at point."
  (jsonrpc-request (eglot--current-server-or-lose) method (eglot--TextDocumentPositionParams)
                   :timeout test-patience))

(setq-default case-fold-search nil)
(setq eglot-sync-connect test-patience
      eglot-connect-timeout test-patience
      jsonrpc-default-request-timeout test-patience
      eglot-confirm-server-edits nil
      make-backup-files nil
      create-lockfiles nil)

(test-open "web-app/envs/broken.yml")
(test-sees "a diagnostic"
           (lambda ()
             (flymake-start)
             (seq-find (lambda (text) (string-search "The key `replicsa` is not declared" text))
                       (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))))

(re-search-forward "^env")
(test-sees "a hover"
           (lambda ()
             (let ((words (plist-get (plist-get (test-ask :textDocument/hover) :contents) :value)))
               (and (string-search "Environment variables of the container" words)
                    "Environment variables of the container"))))

(goto-char (point-min))
(re-search-forward "^repl")
(test-lacks "^replicas")
(test-sees "the quick fix, applied"
           (lambda ()
             (when-let ((action (seq-find (lambda (it) (string-search "replicas" (plist-get it :title)))
                                          (eglot-code-actions (point) (point) "quickfix"))))
               (eglot-execute (eglot--current-server-or-lose) action))
             (test-line "^replicas: 4$")))

(re-search-forward "pull_policy: .*$")
(test-lacks "^  repository")
(insert "\n  repos")
(test-sees "a completion, accepted"
           (lambda ()
             (completion-at-point)
             (test-line "^  repository")))
(set-buffer-modified-p nil)

(test-open "web-app/config/deployment.yml")
(re-search-forward "name: app$")
(let ((template (current-buffer)) (view (sayl-show-rendered)))
  (with-current-buffer view
    (test-sees "the output, at what comes from the line of the template"
               (lambda () (and (looking-at " +- name: app$") (test-line "^      - name: app$")))))
  (goto-char (point-min))
  (re-search-forward "kind: Deployment")
  (insert "Typed")
  (eglot--signal-textDocument/didChange)
  (with-current-buffer view
    (test-sees "the output of what is typed" (lambda () (test-line "^kind: DeploymentTyped$")))
    (goto-char (point-min))
    (re-search-forward "^kind: ")
    (sayl-go-to-origin))
  (test-sees "the line of the template"
             (lambda () (and (eq (window-buffer) template) (string-trim (thing-at-point 'line t)))))
  (with-current-buffer template (set-buffer-modified-p nil)))

(with-temp-file (expand-file-name "web-app/envs/untidy.yml" test-examples)
  (insert "#@data/values\n---\nreplicas:    3   #! three copies\nimage:\n      tag:   \"1.2\"\n"))
(test-open "web-app/envs/untidy.yml")
(eglot-format-buffer)
(test-sees "a value in line, its comment kept" (lambda () (test-line "^replicas: 3   #! three copies$")))
(test-sees "what is nested, in line" (lambda () (test-line "^  tag: \"1.2\"$")))
(set-buffer-modified-p nil)

(test-open "openchoreo/types/web-app.yml")
(test-lacks "store: Database")
(re-search-forward "database: Database")
(re-search-backward "database")
(eglot-rename "store")
(test-sees "a parameter, renamed" (lambda () (test-line "store: Database")))
(test-open "openchoreo/shop/shop.yml")
(test-sees "its value in the component, renamed" (lambda () (test-line "^    store:$")))

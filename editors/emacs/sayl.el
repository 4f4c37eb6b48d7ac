;;; sayl.el --- Schema-annotated YAML through eglot  -*- lexical-binding: t -*-

;; For Emacs 29 and later, whose eglot is built in; `sayl' must be on `exec-path'. Load this file, or copy it into your
;; init file. The mode for YAML may be yaml-mode, or yaml-ts-mode, which comes with Emacs.

;;; Code:

(defvar eglot-server-programs)

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

;; Settings are named as in sayl.toml:
;; (setq-default eglot-workspace-configuration '(:sayl (:severity (:ambiguous-scalar "off"))))

(provide 'sayl)
;;; sayl.el ends here

-- sayl for Neovim 0.11 and later: put this folder's parent on 'runtimepath', then `vim.lsp.enable('sayl')`.
-- It runs beside yaml-language-server; whoever wants only one of them enables only one.

---@type vim.lsp.Config
return {
  cmd = { 'sayl', '--stdio' },
  filetypes = { 'yaml', 'ytt' },
  -- A bundle is found from the file's own path; the root only says which folder is searched for values files
  -- that nobody has opened.
  root_markers = { 'sayl.toml', '.git' },
  -- A file without any of these still gets a server, for itself alone.
  workspace_required = false,
  settings = { sayl = vim.empty_dict() },
}

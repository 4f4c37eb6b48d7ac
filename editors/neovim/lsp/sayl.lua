-- sayl for Neovim 0.11 and later: put this folder's parent on 'runtimepath', then `vim.lsp.enable('sayl')`.
-- It runs beside yaml-language-server; whoever wants only one of them enables only one.

-- The folder whose files belong together: the project's, else the working directory if it holds the file. A file
-- elsewhere gets a server for itself and the files around it, and nobody reads a whole home or disk.
local function root_of(buffer)
  local root = vim.fs.root(buffer, { 'sayl.toml', '.git' })
  local here = vim.fn.getcwd()
  local is_too_wide = here == vim.env.HOME or vim.fs.dirname(here) == here
  if root or is_too_wide then
    return root
  end
  return vim.fs.relpath(here, vim.api.nvim_buf_get_name(buffer)) and here or nil
end

-- What the server shows of a file, as commands of its buffer.
local function add_commands(client, buffer)
  local commands = { SaylDataValues = 'sayl.showDataValues', SaylSchemaDocs = 'sayl.showSchemaDocs' }
  local offered = vim.tbl_get(client, 'server_capabilities', 'executeCommandProvider', 'commands') or {}
  for name, command in pairs(commands) do
    if vim.list_contains(offered, command) then
      vim.api.nvim_buf_create_user_command(buffer, name, function()
        client:exec_cmd({ title = name, command = command, arguments = { vim.uri_from_bufnr(buffer) } }, { bufnr = buffer })
      end, { desc = command })
    end
  end
end

---@type vim.lsp.Config
return {
  cmd = { 'sayl', '--stdio' },
  filetypes = { 'yaml', 'ytt', 'starlark', 'toml' },
  root_dir = function(buffer, start)
    local name = vim.fs.basename(vim.api.nvim_buf_get_name(buffer))
    -- Of TOML, only the configuration is its own.
    if vim.bo[buffer].filetype ~= 'toml' or name == 'sayl.toml' then
      start(root_of(buffer))
    end
  end,
  on_attach = add_commands,
  settings = { sayl = vim.empty_dict() },
}

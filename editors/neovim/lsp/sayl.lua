---@brief
---
--- Checks YAML against schemas that are written in YAML: ytt's, and OpenChoreo's resources. Install it with
---
--- ```sh
--- pip install sayl
--- ```
---
--- It runs beside `yamlls`; whoever wants only one of them enables only one.

-- For Neovim 0.11 and later; what nvim-lspconfig takes as its `lsp/sayl.lua`. Without that plugin, this folder's parent
-- is put on 'runtimepath'.

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

-- What the problem means that is on the line of the cursor, as a page.
local function add_explanation(client, buffer)
  vim.api.nvim_buf_create_user_command(buffer, 'SaylExplain', function()
    local line = vim.api.nvim_win_get_cursor(0)[1] - 1
    local problems = vim.tbl_filter(function(problem)
      return problem.source == 'sayl'
    end, vim.diagnostic.get(buffer, { lnum = line }))
    if not problems[1] then
      return vim.notify('sayl has no problem on this line')
    end
    local command = { title = 'SaylExplain', command = 'sayl.explain', arguments = { problems[1].code } }
    client:exec_cmd(command, { bufnr = buffer })
  end, { desc = 'sayl.explain' })
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
  on_attach = function(client, buffer)
    add_commands(client, buffer)
    add_explanation(client, buffer)
  end,
  settings = { sayl = vim.empty_dict() },
}

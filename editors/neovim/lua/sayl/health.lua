-- `:checkhealth sayl`: whether this Neovim can run sayl, whether sayl is there, and what it does for the open files.

local M = {}

local function check_neovim()
  if vim.lsp.enable then
    vim.health.ok('Neovim ' .. tostring(vim.version()))
    return true
  end
  vim.health.error('Neovim ' .. tostring(vim.version()) .. ' has no `vim.lsp.enable`', 'Neovim 0.11 or later is needed')
  return false
end

local function check_program()
  local config = vim.lsp.config.sayl
  if not config then
    vim.health.error('`lsp/sayl.lua` is not on the runtime path', 'see |sayl-install|')
    return
  end
  local program = config.cmd[1]
  if vim.fn.executable(program) == 0 then
    vim.health.error(('`%s` was not found'):format(program), 'put it on PATH, or set `cmd`: see |sayl-settings|')
    return
  end
  local answer = vim.system({ program, '--version' }, { text = true }):wait(5000)
  if answer.code == 0 then
    vim.health.ok(('%s: %s'):format(vim.trim(answer.stdout), vim.fn.exepath(program)))
  else
    vim.health.error(('`%s --version` ended with status %d'):format(program, answer.code), vim.trim(answer.stderr))
  end
end

local function check_clients()
  if not vim.lsp.is_enabled('sayl') then
    vim.health.warn('sayl is not enabled', "call `vim.lsp.enable('sayl')`")
    return
  end
  local clients = vim.lsp.get_clients({ name = 'sayl' })
  if #clients == 0 then
    vim.health.info('sayl is enabled; it starts with the first YAML file')
  end
  for _, client in ipairs(clients) do
    local count = vim.tbl_count(client.attached_buffers)
    vim.health.ok(('running for %d file(s), root: %s'):format(count, client.root_dir or 'none'))
  end
end

local function check_neighbours()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'yamlls' })) do
    if vim.tbl_get(client, 'settings', 'yaml', 'validate') ~= false then
      vim.health.warn(
        'yaml-language-server validates too, and takes template code (`#@`) for mistakes',
        "vim.lsp.config('yamlls', { settings = { yaml = { validate = false } } })"
      )
    end
  end
end

function M.check()
  vim.health.start('sayl')
  if check_neovim() then
    check_program()
    check_clients()
    check_neighbours()
  end
end

return M

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
  local commands = {
    DataValues = 'sayl.showDataValues',
    Rendered = 'sayl.showRendered',
    SchemaDocs = 'sayl.showSchemaDocs',
    Graph = 'sayl.showGraph',
  }
  local offered = vim.tbl_get(client, 'server_capabilities', 'executeCommandProvider', 'commands') or {}
  for name, command in pairs(commands) do
    if vim.list_contains(offered, command) then
      vim.api.nvim_buf_create_user_command(buffer, 'LspSayl' .. name, function()
        local about = { uri = vim.uri_from_bufnr(buffer), line = vim.api.nvim_win_get_cursor(0)[1] - 1 }
        client:exec_cmd({ title = name, command = command, arguments = { about } }, { bufnr = buffer })
      end, { desc = command })
    end
  end
end

-- What the server shows has an address of its own, `sayl:///…`, and its text is read from the server: the addresses, by
-- buffer.
local views = {}

-- Replaces the lines that differ, so that the others keep their place on the screen.
local function set_lines(buffer, lines)
  local old = vim.api.nvim_buf_get_lines(buffer, 0, -1, true)
  local first, last = 0, 0
  while first < math.min(#old, #lines) and old[first + 1] == lines[first + 1] do
    first = first + 1
  end
  while last < math.min(#old, #lines) - first and old[#old - last] == lines[#lines - last] do
    last = last + 1
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, first, #old - last, true, vim.list_slice(lines, first + 1, #lines - last))
  vim.bo[buffer].modifiable = false
end

local function read_view(client, buffer, done)
  client:request('workspace/textDocumentContent', { uri = views[buffer] }, function(_, content)
    if content and vim.api.nvim_buf_is_loaded(buffer) then
      set_lines(buffer, vim.split((content.text:gsub('\n$', '')), '\n'))
      if done then
        done()
      end
    end
  end, buffer)
end

-- Where the line of the cursor in a view comes from: one place is gone to, several are listed.
local function go_to_origin(client, buffer, method)
  local position = { line = vim.api.nvim_win_get_cursor(0)[1] - 1, character = 0 }
  local params =
    { textDocument = { uri = views[buffer] }, position = position, context = { includeDeclaration = true } }
  client:request(method, params, function(_, found)
    local places = found and (found.uri and { found } or found) or {}
    if not places[1] then
      return vim.notify('nobody wrote this line')
    elseif not places[2] then
      return vim.lsp.util.show_document(places[1], client.offset_encoding, { focus = true, reuse_win = true })
    end
    local items = vim.lsp.util.locations_to_items(places, client.offset_encoding)
    vim.fn.setqflist({}, ' ', { title = 'sayl', items = items })
    vim.cmd('botright copen')
  end, buffer)
end

local function new_view(client, uri)
  local buffer = vim.api.nvim_create_buf(false, true)
  views[buffer] = uri
  vim.api.nvim_buf_set_name(buffer, uri)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = vim.endswith(uri, '.md') and 'markdown' or 'yaml'
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = buffer,
    callback = function()
      views[buffer] = nil
    end,
  })
  for keys, method in pairs({ ['<C-]>'] = 'definition', gd = 'definition', grr = 'references' }) do
    vim.keymap.set('n', keys, function()
      go_to_origin(client, buffer, 'textDocument/' .. method)
    end, { buffer = buffer })
  end
  return buffer
end

-- Shows a view beside what is there, at a line.
local function show_view(client, params)
  local buffer = vim.iter(pairs(views)):find(function(_, uri)
    return uri == params.uri
  end) or new_view(client, params.uri)
  local window = vim.fn.bufwinid(buffer)
  if window == -1 then
    window = vim.api.nvim_open_win(buffer, false, { split = 'right' })
  end
  vim.api.nvim_set_current_win(window)
  read_view(client, buffer, function()
    if params.selection and vim.api.nvim_win_is_valid(window) then
      local line = math.min(params.selection.start.line + 1, vim.api.nvim_buf_line_count(buffer))
      vim.api.nvim_win_set_cursor(window, { line, 0 })
    end
  end)
end

local handlers = {
  ['window/showDocument'] = function(failure, params, context)
    if params and vim.startswith(params.uri, 'sayl:') then
      show_view(assert(vim.lsp.get_client_by_id(context.client_id)), params)
      return { success = true }
    end
    return vim.lsp.handlers['window/showDocument'](failure, params, context)
  end,
  ['workspace/textDocumentContent/refresh'] = function(_, params, context)
    for buffer, uri in pairs(views) do
      if uri == params.uri then
        read_view(assert(vim.lsp.get_client_by_id(context.client_id)), buffer)
      end
    end
    return vim.NIL
  end,
}

-- What the problem means that is on the line of the cursor, as a page.
local function add_explanation(client, buffer)
  vim.api.nvim_buf_create_user_command(buffer, 'LspSaylExplain', function()
    local line = vim.api.nvim_win_get_cursor(0)[1] - 1
    local problems = vim.tbl_filter(function(problem)
      return problem.source == 'sayl'
    end, vim.diagnostic.get(buffer, { lnum = line }))
    if not problems[1] then
      return vim.notify('sayl has no problem on this line')
    end
    local command = { title = 'LspSaylExplain', command = 'sayl.explain', arguments = { problems[1].code } }
    client:exec_cmd(command, { bufnr = buffer })
  end, { desc = 'sayl.explain' })
end

-- `o` and a line break begin a line of their own: what follows `#@` or `#!` is seldom one more.
local function begin_lines_without_comment(buffer)
  if vim.bo[buffer].filetype ~= 'starlark' then
    vim.bo[buffer].formatoptions = vim.bo[buffer].formatoptions:gsub('[ro]', '')
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
  on_attach = function(client, buffer)
    add_commands(client, buffer)
    add_explanation(client, buffer)
    begin_lines_without_comment(buffer)
  end,
  capabilities = { workspace = { textDocumentContent = { dynamicRegistration = true } } },
  handlers = handlers,
  -- An edit costs the server what it touches, so it is told of each at once.
  flags = { debounce_text_changes = 0 },
  settings = { sayl = vim.empty_dict() },
}

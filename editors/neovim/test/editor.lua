-- editor.lua NVIM SAYL PLUGIN EXAMPLES: drives a second Neovim as a person does, by keys, and looks at what it shows.
-- The second one is started with nothing but PLUGIN (the folder that holds lsp/sayl.lua) and `vim.lsp.enable`.

local nvim, sayl, plugin, examples = arg[1], arg[2], arg[3], arg[4]

local schema = [[
#@data/values-schema
---
#@schema/title "Application"
app:
  #@schema/desc "How many copies run at the same time."
  replicas: 1
  #@schema/desc "Where the image comes from."
  image: "registry.example/app"
  port: 8080
]]

local values = [[
#@data/values
---
app:
  replcas: 3
  image: registry.example/other
]]

local untidy = [[
#@data/values
---
replicas:    3   #! three copies
image:
      tag:   "1.2"
]]

local graph = [[
apiVersion: kro.run/v1alpha1
kind: ResourceGraphDefinition
metadata: {name: store}
spec:
  schema:
    apiVersion: v1alpha1
    kind: Store
    spec:
      name: string | required=true
  resources:
  - id: config
    template:
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: "${schema.spec.name}"}
  - id: secret
    template:
      apiVersion: v1
      kind: Secret
      metadata:
        name: ${confg.metadata.name}
]]

local instance = [[
apiVersion: kro.run/v1alpha1
kind: Store
metadata: {name: main}
spec:
  name: main
  size: 3
]]

local function write(path, text)
  local file = assert(io.open(path, 'w'))
  file:write(text)
  file:close()
end

local function bundle()
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder, 'p')
  write(folder .. '/schema.yml', schema)
  write(folder .. '/values.yml', values)
  return folder
end

local folder = bundle()
local command = { nvim, '--clean', '--embed', '--headless', '-n', '--cmd', 'set runtimepath^=' .. plugin }
local path = vim.fs.dirname(sayl) .. ':' .. vim.env.PATH
local editor = vim.fn.jobstart(command, { rpc = true, cwd = folder, env = { PATH = path } })

local function lua(code, ...)
  return vim.rpcrequest(editor, 'nvim_exec_lua', code, { ... })
end

local function input(keys)
  vim.rpcrequest(editor, 'nvim_input', keys)
end

-- The first result of `look` that is not nil; nil when it takes far longer than it does on the busiest machine.
local function wait_for(look)
  local found
  vim.wait(120000, function()
    found = look()
    -- What is nil over there arrives as a value of its own.
    if found == vim.NIL then
      found = nil
    end
    return found ~= nil
  end, 20)
  return found
end

local function fail(what, saw)
  local messages = lua([[return vim.fn.execute('messages')]])
  io.stderr:write(('missing: %s\nsaw: %s\nmessages:%s\n'):format(what, vim.inspect(saw), messages))
  vim.fn.jobstop(editor)
  os.exit(1)
end

local function seen(what, detail)
  print(('ok: %s: %s'):format(what, detail))
end

local function diagnostics()
  return lua([[return vim.tbl_map(function(it)
    return { code = it.code, line = it.lnum, message = it.message }
  end, vim.diagnostic.get(0))]])
end

local function line_of(pattern)
  return vim.iter(lua([[return vim.api.nvim_buf_get_lines(0, 0, -1, true)]])):find(function(it) return it:find(pattern) end)
end

-- Waits for a line that was not there before.
local function shows(what, pattern)
  local line = wait_for(function() return line_of(pattern) end)
  if not line then
    fail(what .. ', a line like ' .. pattern, lua([[return vim.api.nvim_buf_get_lines(0, 0, -1, true)]]))
  end
  return vim.trim(line)
end

local function lacks(what, pattern)
  if line_of(pattern) then
    fail(what .. ' to come, but it was there before', line_of(pattern))
  end
end

-- What is typed arrives when the editor gets to it, so nothing that follows may be asked for before.
local function types(keys, mode)
  input(keys)
  if not wait_for(function() return lua('return vim.fn.mode()') == mode or nil end) then
    fail('mode `' .. mode .. '` after ' .. keys, lua('return vim.fn.mode()'))
  end
end

local function sees_the_misspelt_key()
  local found = wait_for(function()
    return vim.iter(diagnostics()):find(function(it) return it.code == 'unknown-key' and it.line == 3 end)
  end)
  if not found then
    fail('a diagnostic `unknown-key` on the line of `replcas`', diagnostics())
  end
  seen('diagnostic', vim.split(found.message, '\n')[1])
end

local function has_a_server()
  local clients = "return #vim.lsp.get_clients({ name = 'sayl', bufnr = 0, method = 'textDocument/hover' }) > 0 or nil"
  if not wait_for(function() return lua(clients) end) then
    fail('a running server', lua([[return vim.fn.readfile(vim.lsp.log.get_filename())]]))
  end
end

-- Waits until the values file, which is not the current buffer, has a problem of that code, or none any more.
local function values_have(code, is_there, after)
  local function codes()
    return lua([[return vim.tbl_map(function(it) return it.code end, vim.diagnostic.get(vim.fn.bufnr('values.yml')))]])
  end
  local function fits()
    return vim.list_contains(codes(), code) == is_there or nil
  end
  if not wait_for(fits) then
    fail(('`%s` %s after %s'):format(code, is_there and 'in values.yml' or 'to be gone from values.yml', after), codes())
  end
end

-- Two splits, the schema in one, the values in the other: what is typed into the one shows in the other, which nobody
-- touches.
local function sees_what_the_schema_changes_in_the_other_split()
  lua([[vim.cmd.split('schema.yml')]])
  has_a_server()
  values_have('type-mismatch', false, 'nothing')
  lua([[vim.fn.search('image: ')]])
  types('f"C5', 'i')
  values_have('type-mismatch', true, 'an edit of schema.yml in the other split')
  types('<Esc>', 'n')
  input('u')
  values_have('type-mismatch', false, 'taking that back')
  input('ggdd')
  values_have('unknown-key', false, 'taking the header of schema.yml away')
  input('u')
  values_have('unknown-key', true, 'putting the header back')
  lua([[vim.cmd('write | close')]])
  seen('the other split', 'problems come and go while the schema is edited')
end

local function floating_text()
  return lua([[for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true), '\n')
    end
  end
  return '']])
end

local function sees_the_description_on_hover()
  local description = 'Where the image comes from.'
  lua([[vim.fn.search('image:')]])
  input('K')
  if not wait_for(function() return floating_text():find(description, 1, true) end) then
    fail('a hover over `image` that says: ' .. description, floating_text())
  end
  seen('hover', description)
  input('<Esc>')
end

local function offered()
  return lua([[return vim.tbl_map(function(it) return it.word end, vim.fn.complete_info({ 'items' }).items)]])
end

local function completes_the_key_and_accepts_it()
  lua([[vim.o.completeopt = 'menuone,noselect'
    vim.lsp.completion.enable(true, vim.lsp.get_clients({ name = 'sayl' })[1].id, 0)]])
  lacks('a key `port`', '^  port')
  types('Gopo', 'i')
  shows('what was typed', '^  po$')
  lua([[vim.lsp.completion.get()]])
  if not wait_for(function() return vim.iter(offered()):find(function(it) return it:find('^port') end) end) then
    fail('a completion `port` for `po`', { offered = offered(), mode = lua('return vim.fn.mode()') })
  end
  input('<C-n>')
  if not wait_for(function() return lua([[return vim.fn.complete_info({ 'selected' }).selected]]) == 0 or nil end) then
    fail('the completion `port` to be chosen', offered())
  end
  input('<C-y>')
  seen('completion', shows('the completion, accepted', '^  port: '))
  types('<Esc>', 'n')
end

local function applies_the_quick_fix()
  lacks('the key `replicas`', '^  replicas: 3')
  lua([[vim.api.nvim_win_set_cursor(0, { 4, 3 })
    vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.title:find('replicas') end })]])
  seen('quick fix', shows('the quick fix', '^  replicas: 3'))
end

local function edits(file)
  lua([[vim.cmd.edit(...)]], examples .. '/' .. file)
  has_a_server()
end

local function renames_a_parameter_in_two_files()
  lua([[vim.cmd.write()
    vim.cmd.cd(...)]], examples)
  edits('openchoreo/types/web-app.yml')
  lacks('the parameter `store`', '^      store: Database')
  lua([[vim.fn.search('database: Database')
    vim.lsp.buf.rename('store')]])
  shows('the parameter `store` in the component type', '^      store: Database')
  lua([[vim.cmd.wall()]])
  edits('openchoreo/shop/shop.yml')
  seen('rename', shows('the parameter `store` in the component', '^    store:'))
end

local function formats_a_file_and_keeps_its_comments()
  write(examples .. '/web-app/envs/untidy.yml', untidy)
  edits('web-app/envs/untidy.yml')
  lua([[vim.lsp.buf.format({ timeout_ms = 120000 })]])
  shows('what is nested, in line', '^  tag: "1.2"$')
  seen('formatting', shows('a value in line, its comment kept', '^replicas: 3   #! three copies$'))
end

local function colours_annotations()
  edits('web-app/config/schema.yml')
  lua([[vim.fn.search('#@schema/desc')]])
  local token = wait_for(function()
    return lua([[return (vim.lsp.semantic_tokens.get_at_pos() or {})[1] ]])
  end)
  if not token or token.type ~= 'decorator' then
    fail('a semantic token `decorator` at `#@schema/desc`', token)
  end
  seen('highlight', '@lsp.type.' .. token.type)
end

local function begins_a_line_without_a_comment()
  types('o', 'i')
  input('name: x')
  local line = shows('a line below an annotation', '^%s*name: x$')
  types('<Esc>', 'n')
  input('u')
  seen('a line below an annotation', line)
end

local function shows_the_data_values()
  edits('web-app/envs/prod.yml')
  lacks('the data values', '^replicas: 6 # ')
  lua([[vim.cmd.LspSaylDataValues()]])
  seen('data values', shows('the data values with their origins', '^replicas: 6 # '))
  local windows = lua('return vim.fn.winnr("$")')
  if windows ~= 2 then
    fail('the data values in a split beside their file', windows)
  end
  input('<C-w>q')
end

-- A template of 1,000 lines in the bundle of the example.
local function template()
  local lines = { '#@ load("@ytt:data", "data")', '---' }
  for number = 3, 1000 do
    lines[number] = ('key%d: %s'):format(number, number % 2 == 0 and '#@ data.values.replicas' or 'fixed')
  end
  return table.concat(lines, '\n') .. '\n'
end

-- How many milliseconds after a key is pressed the output shows a line, by the editor's own look at the other buffer.
local function milliseconds_until_shown(wanted)
  lua([[local buffer, wanted = ...
    vim.g.seen = nil
    vim.api.nvim_buf_attach(buffer, false, { on_lines = function()
      if vim.list_contains(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), wanted) then
        vim.g.seen = tostring(vim.uv.hrtime())
        return true
      end
    end })]], lua([[return vim.fn.bufnr('rendered.yml')]]), wanted)
  local began = vim.uv.hrtime()
  input('x')
  local at = wait_for(function() return lua('return vim.g.seen') end)
  if not at then
    fail('the output of a line that was typed', lua([[return vim.api.nvim_get_current_line()]]))
  end
  return (tonumber(at) - began) / 1e6
end

local soon = tonumber(os.getenv('SAYL_SOON') or 100)

-- Of nine keys, the one in the middle takes that many milliseconds at most. What else the machine does may slow some:
-- it is tried again.
local function is_soon()
  for try = 0, 4 do
    local took = {}
    for key = 1, 9 do
      took[key] = milliseconds_until_shown('key501: fixed' .. ('x'):rep(9 * try + key))
    end
    table.sort(took)
    local words = ('%.0f ms after a key, at most %.0f ms'):format(took[5], took[9])
    if took[5] <= soon then
      return seen('output of a line that is typed', words)
    elseif try == 4 then
      fail(('the output within %d ms'):format(soon), words)
    end
  end
end

local function shows_the_output_while_somebody_types()
  write(examples .. '/web-app/config/many.yml', template())
  edits('web-app/config/many.yml')
  lua([[vim.api.nvim_win_set_cursor(0, { 501, 0 }); vim.cmd.LspSaylRendered()]])
  shows('the output', '^key500: 6$')
  local at = wait_for(function()
    local line = lua('return vim.api.nvim_get_current_line()')
    return line == 'key501: fixed' and line or nil
  end)
  if not at then
    fail('the cursor on what comes from its line', lua('return vim.api.nvim_get_current_line()'))
  end
  seen('rendered output', at)
  input('<C-w>p')
  types('A', 'i')
  is_soon()
  types('<Esc>', 'n')
  lua([[vim.cmd.undo(); vim.cmd.wincmd('p')
    vim.fn.search('key400')]])
  input('<C-]>')
  local line = wait_for(function()
    local at = lua([[return vim.fn.expand('%:t') .. ' ' .. vim.api.nvim_get_current_line()]])
    return vim.startswith(at, 'many.yml key400') and at or nil
  end)
  if not line then
    fail('the line of the template', lua('return vim.api.nvim_get_current_line()'))
  end
  seen('origin of a line', line)
  lua([[vim.cmd('silent wall! | only')
    vim.fn.delete('web-app/config/many.yml')]])
end

local function explains_a_problem()
  edits('web-app/envs/broken.yml')
  lacks('the explanation', '^# unknown%-key')
  if not wait_for(function() return lua([[return vim.diagnostic.get(0, { lnum = 2 })[1] ]]) end) then
    fail('a problem on the third line', diagnostics())
  end
  lua([[vim.api.nvim_win_set_cursor(0, { 3, 0 }); vim.cmd.LspSaylExplain()]])
  seen('explanation', shows('the explanation of the problem', '^# unknown%-key'))
end

local function problem(code, line)
  local found = wait_for(function()
    return vim.iter(diagnostics()):find(function(it) return it.code == code and it.line == line end)
  end)
  if not found then
    fail(('a diagnostic `%s` on line %d'):format(code, line + 1), diagnostics())
  end
  return vim.split(found.message, '\n')[1]
end

local function works_on_a_graph_of_kro()
  vim.fn.mkdir(examples .. '/graphs', 'p')
  write(examples .. '/graphs/store.yml', graph)
  write(examples .. '/graphs/main.yml', instance)
  edits('graphs/main.yml')
  seen('instance of a graph', problem('unknown-field', 5))
  edits('graphs/store.yml')
  seen('id of a resource', problem('undefined-name', 20))
  lua([[vim.fn.search('confg')]])
  types('cwcon', 'i')
  shows('what was typed', '^        name: ${con%.')
  lua([[vim.lsp.completion.enable(true, vim.lsp.get_clients({ name = 'sayl', bufnr = 0 })[1].id, 0)
    vim.lsp.completion.get()]])
  if not wait_for(function() return vim.iter(offered()):find(function(it) return it == 'config' end) end) then
    fail('a completion `config` in an expression', { offered = offered() })
  end
  input('<C-n><C-y>')
  seen('id of a resource, completed', shows('the id', '^        name: ${config%.metadata%.name}$'))
  types('<Esc>', 'n')
  lua([[vim.fn.search('required=true')]])
  types('A minL', 'i')
  shows('what was typed', 'required=true minL$')
  lua([[vim.lsp.completion.get()]])
  if not wait_for(function() return vim.iter(offered()):find(function(it) return it:find('^minLength') end) end) then
    fail('a completion `minLength` in a field of the schema', { offered = offered() })
  end
  seen('marker in a string', 'minLength')
  input('<C-e>')
  types('<Esc>', 'n')
  lua([[vim.cmd('undo'); vim.cmd.LspSaylGraph()]])
  seen('graph', shows('the outline of the graph', '^2%. `secret`: Secret, after `config`$'))
  lua([[vim.cmd('silent wall! | only')]])
end

local function is_healthy()
  local report = lua([[vim.cmd.checkhealth('sayl')
    return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')]])
  if not report:find('running for %d+ file') or report:find('ERROR', 1, true) or report:find('WARNING', 1, true) then
    fail('a report of health without errors and warnings, with open files', report)
  end
  seen('health', report:match('sayl [%d.]+[^\n]*'))
end

local function finds_its_help()
  local line = lua([[vim.cmd.helptags(...)
    vim.cmd.help('sayl-install')
    return vim.api.nvim_get_current_line()]], plugin .. '/doc')
  if not line:find('INSTALL', 1, true) then
    fail('the help on installing', line)
  end
  seen('help', vim.trim(line))
end

lua([[vim.lsp.enable('sayl'); vim.cmd.edit('values.yml')]])
has_a_server()
sees_the_misspelt_key()
sees_what_the_schema_changes_in_the_other_split()
sees_the_description_on_hover()
applies_the_quick_fix()
completes_the_key_and_accepts_it()
renames_a_parameter_in_two_files()
formats_a_file_and_keeps_its_comments()
colours_annotations()
begins_a_line_without_a_comment()
shows_the_data_values()
shows_the_output_while_somebody_types()
explains_a_problem()
works_on_a_graph_of_kro()
is_healthy()
finds_its_help()
vim.fn.jobstop(editor)

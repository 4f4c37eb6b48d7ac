-- What a user's own init.lua would say: the server, and problems below their lines.
vim.lsp.enable('sayl')
vim.diagnostic.config({ virtual_lines = true })
vim.o.number = true

" Plumb in Vim: `:source plumb.vim`, then `:make` verifies the file in the window. The quickfix list has the place of
" the violation, then the steps of the trace; errors of the compiler too. C's library is left out.
let &makeprg = 'verify --timeout=30 %:S'
let &errorformat = '%-G  <library%.%#,%*[a-z-]: UNSAFE %f:%l: %m,  %f:%l: %m,%f:%l:%c: %trror: %m,%-G%.%#'

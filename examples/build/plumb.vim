" Plumb in Vim, with `:source plumb.vim`.
"
" `:make` verifies the file in the window. The quickfix list has the place of the violation, then the steps of the trace;
" errors of the compiler too. C's library is left out.
let &makeprg = 'verify --timeout=30 %:S'
let &errorformat = '%-G  <library%.%#,%*[a-z-]: UNSAFE %f:%l: %m,  %f:%l: %m,%f:%l:%c: %trror: %m,%-G%.%#'

" `:Sarif FILE` reads what `verify --sarif=FILE` wrote, of one file or of many: each violation as an error, behind it the
" steps of its trace; what was not decided as a warning. What is proved is left out.
function! s:Entry(location, type, text) abort
  let place = get(a:location, 'physicalLocation', {})
  let uri = substitute(get(get(place, 'artifactLocation', {}), 'uri', ''), '^file://', '', '')
  let region = get(place, 'region', {})
  let entry = {'type': a:type, 'text': a:text, 'lnum': get(region, 'startLine', 0), 'col': get(region, 'startColumn', 0)}
  let entry.filename = substitute(uri, '%\(\x\x\)', '\=nr2char("0x" . submatch(1))', 'g')
  return entry
endfunction

function! s:Result(result) abort
  let kind = get(a:result, 'kind', 'fail')
  if index(['fail', 'open', 'review'], kind) < 0
    return []
  endif
  let text = a:result.ruleId . ': ' . a:result.message.text
  let entries = [s:Entry(get(get(a:result, 'locations', []), 0, {}), kind ==# 'fail' ? 'E' : 'W', text)]
  for flow in get(a:result, 'codeFlows', [])
    for step in flow.threadFlows[0].locations
      call add(entries, s:Entry(step.location, 'I', trim(step.location.message.text)))
    endfor
  endfor
  return entries
endfunction

function! s:Sarif(file) abort
  let entries = []
  for run in json_decode(join(readfile(a:file), "\n")).runs
    for result in get(run, 'results', [])
      call extend(entries, s:Result(result))
    endfor
  endfor
  call setqflist([], ' ', {'title': a:file, 'items': entries})
endfunction

command! -nargs=1 -complete=file Sarif call s:Sarif(<q-args>)

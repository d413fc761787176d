import { posix } from 'node:path'
import { asPlainRequest, GIVE } from '../../../std/korean/grammar/ending.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Family, Intent } from '../intent.ts'
import { NAMED_PATH } from './files.ts'

/** Tool (or `append`, which edits), and what its arguments are called, as the captures of the shape stand. */
type Deed = readonly [tool: string, args: readonly string[], shape: RegExp]

/** The words around the paths of a request, each written as ⟨⟩. */
const deeds: readonly Deed[] = [
  ['delete_file', ['path'], patternOf()`^(⟨⟩) ?(?:파일)?(?:을|를|은|는)? ?(?:좀 )?(?:지워|삭제해|없애)${GIVE}?$`],
  ['delete_file', ['path'], /^(?:please )?(?:delete|remove) (?:the )?(?:file )?(⟨⟩)$/i],
  [
    'move_file',
    ['from', 'name'],
    patternOf()`^(⟨⟩) ?(?:파일)?(?:의|을|를)? ?(?:이름(?:을)? )?(⟨⟩)(?:으로|로) (?:이름(?:을)? ?)?(?:바꿔|변경해)${GIVE}$`,
  ],
  ['move_file', ['from', 'name'], /^(?:please )?rename (?:the )?(?:file )?(⟨⟩) (?:to|as|into) (⟨⟩)$/i],
  [
    'move_file',
    ['from', 'folder'],
    patternOf()`^(⟨⟩) ?(?:파일)?(?:을|를)? ([\w가-힣./-]{1,60}) ?(?:폴더|디렉터리)(?:로|에|안에|안으로) ?(?:옮겨|이동해|넣어)${GIVE}$`,
  ],
  [
    'move_file',
    ['from', 'folder'],
    /^(?:please )?(?:move|put) (?:the )?(?:file )?(⟨⟩) (?:to|into|in) (?:the )?([\w./-]{1,60}) (?:folder|directory)$/i,
  ],
  [
    'edit_file',
    ['path', 'old', 'new'],
    patternOf()`^(⟨⟩)(?:에서|에 있는|의|에) (.{1,60}?)(?:을|를) (.{1,60}?)(?:으로|로) ?(?:바꿔|고쳐|변경해)${GIVE}$`,
  ],
  [
    'edit_file',
    ['old', 'new', 'path'],
    /^(?:please )?(?:replace|change) (.{1,60}?) (?:with|to|by) (.{1,60}?) in (?:the )?(?:file )?(⟨⟩)$/i,
  ],
  [
    'append',
    ['path', 'new'],
    patternOf()`
      ^(⟨⟩) ?(?:파일)?(?:의|에)? ?(?:맨 ?)?(?:끝|마지막|아래|밑)(?: ?줄)?에(?:다가?)? (.{1,200}?)
      (?:이?라고|이?라는 말을|을|를)? ?(?:한 ?줄 ?)?(?:더 ?)?
      (?:추가해|덧붙여|붙여|써|적어|넣어)${GIVE}?$`,
  ],
  [
    'append',
    ['path', 'new'],
    patternOf()`
      ^(⟨⟩) ?(?:파일)?에(?:다가?)? (.{1,200}?)(?:이?라고|이?라는 말을|을|를)? ?
      (?:(?:한 ?줄 ?)?더 ?(?:써|적어|넣어)|(?:한 ?줄 ?)?(?:더 ?)?(?:추가해|덧붙여|붙여))${GIVE}?$`,
  ],
  [
    'append',
    ['new', 'path'],
    /^(?:please )?(?:add|append)(?: (?:the|a) line)? (.{1,200}?) to (?:the end of )?(?:the )?(?:file )?(⟨⟩)$/i,
  ],
  [
    'write_file',
    ['path', 'content'],
    patternOf()`
      ^(⟨⟩)(?:이?라는)? ?(?:파일)?(?:을|를)? ?(?:새로 ?|하나 ?)?만들(?:어서|고)(?: 거기에)? (.{1,200}?)(?:이?라고|을|를)? ?
      (?:써|적어|넣어|저장해)${GIVE}?$`,
  ],
  [
    'write_file',
    ['path', 'content'],
    patternOf('i')`
      ^(?:please )?(?:create|make) (?:(?:a |the )?(?:new )?file )?(?:named |called )?(⟨⟩) (?:saying|that says|with|
      containing)(?: the (?:text|content))? (.{1,200})$`,
  ],
  ['search_files', ['name'], /^(⟨⟩)(?:은|는|이|가)? ?(?:파일(?:은|이)? ?)?(?:어느 폴더에|어디에?) ?있(?:어|지|나|니)$/],
  ['search_files', ['name'], /^(?:please )?(?:where is|find)(?: the)?(?: file)? (⟨⟩)$/i],
  [
    'search_files',
    ['kind'],
    patternOf('i')`^([a-z0-9]{1,5}) ?파일(?:들|만)?(?:을|은)? ?(?:좀 |다 |전부 |모두 )*(?:찾아|보여)${GIVE}?$`,
  ],
  ['search_files', ['kind'], /^(?:please )?(?:find|list|show me) (?:all )?(?:the |my )?\.?([a-z0-9]{1,5}) files$/i],
  [
    'search_files',
    ['name'],
    patternOf()`
      ^(?!(?:무슨|어떤|모든|다른|그런|이런|우리) )([\w가-힣-]{2,30})(?:이?라는)? ?파일(?:을|은|이)? ?(?:좀 )?
      (?:찾아${GIVE}?|어디(?:에)? ?있(?:어|지|나|니))$`,
  ],
  [
    'search_files',
    ['text'],
    /^(?:어느|어떤|무슨) 파일에 (.{1,40}?)(?:에 대한|에 관한)? ?(?:얘기|이야기|내용|말|글)?(?:이|가) ?(?:있|들어 ?있|적혀 ?있|나오)(?:어|지|나|니|더라)$/,
  ],
  [
    'search_files',
    ['path', 'text'],
    patternOf()`^(⟨⟩)에서? (.{1,40}?)(?:이|가|을|를)? ?나오는 (?:줄|곳|데|부분)(?:을|를)? ?(?:찾아|보여)${GIVE}?$`,
  ],
  [
    'search_files',
    ['text'],
    patternOf()`
      ^(.{1,40}?)(?:이?라고) ?(?:쓰인|적힌|써 ?있는|적혀 ?있는|쓴|적은) ?(?:곳|데|줄|부분)(?:을|를)? ?(?:전부 |모두 |다 )?(?:찾아|보여)${GIVE}?$`,
  ],
  ['search_files', ['text'], /^(?:please )?search (?:all |the |my |in )*files for (.{1,40})$/i],
  [
    'search_files',
    ['text'],
    patternOf()`
      ^(.{1,40}?)(?:이?라는|이?란)? ?(?:단어|말|글자|내용)?(?:이|가)? ?(?:들어간|들어가는|들어 ?있는|적힌|적혀 ?있는|쓰인|써 ?있는|포함된|나오는) ?
      파일(?:들)?(?:을|이|은)? ?(?:좀 )?(?:다 )?(?:(?:찾아|보여|알려)${GIVE}|어디(?:에)? ?있(?:어|지|나|니)|뭐야|뭐지|뭐가? ?있(?:어|지|나|니))$`,
  ],
  [
    'search_files',
    ['text'],
    patternOf('i')`
      ^(?:please )?(?:(?:find|show me|list) (?:the |all |all the )?files? (?:that |which )?|which files? )
      (?:mentions?|contains?|includes?|have|has|containing|mentioning|with)(?: the words?)? (.{1,40})$`,
  ],
]

const anyPath = new RegExp(`["'“‘\`]?(${NAMED_PATH})["'”’\`]?`, 'gi')
const unquoted = (words: string): string => words.trim().replace(/^["'“‘](.*)["'”’]$/, '$1')

/**
 * Delete, rename, move and change a file, and find files by what stands in them: the tool that is asked, its paths and
 * its words, where every word of the request has its part.
 */
export const fileDeeds: Family = ({ text, tools }) => {
  const paths = [...text.matchAll(anyPath)].map(([, path = '']) => path)
  const plain = asPlainRequest(text.replace(anyPath, '⟨⟩'))
  for (const [tool, names, shape] of tools.size > 0 ? deeds : []) {
    const said = shape.exec(plain)?.slice(1)
    if (
      !said ||
      !tools.has(tool === 'append' ? 'edit_file' : tool) ||
      said.join(' ').split('⟨⟩').length - 1 !== paths.length
    )
      continue
    const left = [...paths]
    const args = Object.fromEntries(
      names.map((name, at) => [name, said[at] === '⟨⟩' ? (left.shift() as string) : unquoted(said[at] as string)]),
    )
    if (Object.values(args).every((value) => value !== '')) return doing(tool, args)
  }
  return undefined
}

/** The call with the answer that its tool gives; a new name stays in its folder. */
function doing(tool: string, said: Record<string, string>): Intent {
  if (tool === 'append') return calling('edit_file', { path: said.path, old: '', new: said.new })
  if (tool === 'search_files') {
    const { kind, ...args } = said
    return calling(tool, kind === undefined ? args : { name: `*.${kind.toLowerCase()}` })
  }
  const { name: renamed, folder, ...args } = said
  const from = args.from ?? ''
  const to = renamed !== undefined ? posix.join(renamed.includes('/') ? '' : posix.dirname(from), renamed) : undefined
  const into = folder !== undefined ? posix.join(folder, posix.basename(from)) : undefined
  const target = to ?? into
  return calling(tool, target === undefined ? args : { ...args, to: target })
}

const calling = (name: string, args: Record<string, string | undefined>): Intent => ({
  weight: 3,
  call: { name, args: args as Record<string, string> },
  answer: (result) => result,
})

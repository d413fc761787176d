import { inOneLine, patternOf } from '../../../std/text/pattern.ts'
import type { Family, Intent } from '../intent.ts'

/** A path with an ending, as a piece of a pattern. */
export const NAMED_PATH = String.raw`(?:~?/|\.{1,2}/)?[\w가-힣ㄱ-ㅣ.@-]+(?:/[\w가-힣ㄱ-ㅣ.@-]+)*\.[a-z0-9]{1,8}`
const BARE_PATH = String.raw`(?:~?/|\.{1,2}/)[\w가-힣ㄱ-ㅣ./@-]+|README|LICENSE|Makefile|Dockerfile`
const path = String.raw`(?:["'“‘\x60]([^"'”’\x60]+)["'”’\x60]|(${NAMED_PATH}|${BARE_PATH}))`
const folder = String.raw`(?:["'“‘\x60]([^"'”’\x60]+)["'”’\x60]|((?:~?/|\.{1,2}/)?[\w가-힣ㄱ-ㅣ.@/-]+?))`
const give = '(?: ?(?:줘|봐|볼래)요?)?'
const rule = (source: string) => new RegExp(`^${source}$`, 'i')

const reads = [
  rule(`${path} ?(?:파일)?(?: ?내용)?(?:을|를|은|는|도)? ?(?:좀 )?(?:읽어|보여|열어|출력해)${give}`),
  rule(
    `${path} ?(?:파일)?(?:에|에는|의 내용은|의 내용이|안에|안에는) ?(?:뭐가|뭐라고|뭐|무엇이|무슨 내용이) ?(?:있어|있니|있지|들어 ?있어|써 ?있어|적혀 ?있어|있나요|있어요|야)`,
  ),
  rule(`${path} ?(?:파일)?(?:의)? ?내용(?:이|은)? ?(?:뭐|뭔|무엇)(?:야|지|니|예요|인가요|데)?`),
  rule(
    inOneLine`
      (?:read|show(?: me)?|open|cat|print|display)
      (?: the)?(?: contents? of)?(?: the)?(?: file)? ${path}(?: file)?(?: to me)?`,
  ),
  rule(`what(?:'s| is) in (?:the file )?${path}`),
]
/** Asks for a summary, which only a model writes: the file is shown. */
const summaries = [
  rule(
    `${path} ?(?:파일)?(?:을|를)? ?(?:좀 )?(?:[가-힣\\d]+ ?줄로 ?)?(?:짧게 |간단히 )?(?:요약|정리)(?:해|을|를)?(?: ?부탁해)?${give}`,
  ),
  rule(`(?:please )?summari[sz]e (?:the )?(?:file )?${path}`),
]
const here = [
  rule(
    inOneLine`
      (?:이|현재|지금|여기|작업) ?(?:폴더|디렉터리|디렉토리)?(?:에|의|안에|안의)? ?(?:있는 )?(?:파일|폴더)
      (?:들)?(?:의)? ?(?:(?:목록|리스트)?(?:을|를)? ?(?:좀 )?(?:보여|알려|나열해|말해|출력해)${give}|목록|리스트)`,
  ),
  rule(
    inOneLine`
      (?:이|현재|지금|여기|작업) ?(?:폴더|디렉터리|디렉토리)?(?:에는?|안에는?)? ?(?:뭐가|뭐|무슨 파일이|어떤 파일이|무슨 파일들이) ?
      (?:있어|있니|있지|있나요|있어요|있는지(?: 좀)? (?:알려|말해|보여)${give})`,
  ),
  rule(`(?:파일|폴더) ?(?:목록|리스트)(?:을|를)?(?: ?(?:좀 )?(?:보여|알려|말해)${give})?`),
  /^(?:ls|dir)$/i,
  patternOf('i')`
    ^(?:list|show(?: me)?) (?:all )?(?:the |my )?(?:files|folder|directory)
    (?: (?:here|in (?:this|the current) (?:folder|directory)))?$`,
  /^what(?:'s| is| files are) (?:in )?(?:here|(?:this|the current) (?:folder|directory))$/i,
]
const lists = [
  rule(
    inOneLine`
      ${folder} ?(?:폴더|디렉터리|디렉토리)(?:에는?| ?안에는?|의)? ?(?:있는 )?(?:(?:뭐가|뭐|무슨 파일이|어떤 파일이) ?(?:있어|있니|있지|있나요|있어요|들어 ?있어)|
      (?:파일(?:들)?의?)? ?(?:목록|리스트)?(?:을|를)? ?(?:좀 )?(?:보여|알려|나열해)${give})
    `,
  ),
  rule(`(?:ls|(?:list|show(?: me)?) (?:all )?(?:the )?(?:files )?in) (?:the )?${folder}(?: (?:folder|directory))?`),
  rule(`what(?:'s| is| files are) in (?:the )?${folder}(?: (?:folder|directory))?`),
]
const writes = [
  rule(
    `${path} ?(?:파일)?(?:에|에다|에다가) ?(?:["'“‘](.+?)["'”’]|(.+?))(?:이라고|라고|을|를)? ?(?:써|적어|저장해|기록해|입력해)${give}`,
  ),
]
const addsEn = [rule(`(?:write|save|put) (?:["“'](.+?)["”']|(.+?)) (?:to|into|in)(?: the)?(?: file)? ${path}`)]

/** Read a file, list a folder, write one line into a file: each only with a path that was named. */
export const files: Family = (utterance) => {
  const { text, say } = utterance
  const read = whole(reads, text)
  if (read)
    return {
      weight: 2,
      call: { name: 'read_file', args: { path: read[0] as string } },
      answer: (result) => say.fileText(read[0] as string, result),
    }
  const summary = whole(summaries, text)
  if (summary)
    return {
      weight: 2,
      call: { name: 'read_file', args: { path: summary[0] as string } },
      answer: (result) => `${say.fileText(summary[0] as string, result)}\n\n${say.digestOnly}`,
    }
  if (here.some((shape) => shape.test(text))) return list('.', say.files)
  const listed = whole(lists, text)
  if (listed && !/^(?:이|현재|지금|여기|작업|this|the)$/i.test(listed[0] as string))
    return list(listed[0] as string, say.files)
  const write = whole(writes, text)
  if (write) return adding(write[0], write[1], say.written)
  const added = whole(addsEn, text)
  return added ? adding(added[1], added[0], say.written) : undefined
}

function list(path: string, say: (path: string, result: string) => string): Intent {
  return { weight: 2, call: { name: 'list_files', args: { path } }, answer: (result) => say(path, result) }
}

/**
 * "todo.txt에 우유 적어줘" adds a line, and makes the file where there is none: nothing that stands there goes. "다시 써줘",
 * "멋지게 써줘" ask for an author: only words that were given are written.
 */
function adding(path = '', content = '', say: (path: string) => string): Intent | undefined {
  if (
    !content ||
    /(?:게|히|다시|새로|대해서?|관한|관해서?|[가-힣]서|글|내용|시|코드)$|^(?:an?|some|the|my) /i.test(content)
  )
    return undefined
  return { weight: 3, call: { name: 'edit_file', args: { path, old: '', new: content } }, answer: () => say(path) }
}

/** The captures of the first matching pattern, without empty alternatives. */
function whole(shapes: RegExp[], text: string): string[] | undefined {
  for (const shape of shapes) {
    const match = shape.exec(text)
    if (match) return match.slice(1).filter((part) => part !== undefined)
  }
  return undefined
}

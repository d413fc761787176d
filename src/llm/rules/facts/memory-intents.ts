import { memoryMessages } from '../../../messages/engine/memory.ts'
import { smallTalkMessages } from '../../../messages/engine/small-talk.ts'
import type { Language } from '../../../messages/language.ts'
import { asksForDeed, GIVE } from '../../../std/korean/grammar/ending.ts'
import { josa } from '../../../std/korean/grammar/particles.ts'
import { inOneLine, patternOf } from '../../../std/text/pattern.ts'
import type { Family, Intent, Utterance } from '../intent.ts'
import { verbOf } from '../lists/korean-clause.ts'
import { requestedLanguage } from '../parse/language.ts'
import { withAbsoluteDates } from './absolute-dates.ts'
import { type FactScope, factIn, scopeOf } from './notice.ts'
import { subjectFact } from './recall.ts'

const keep = '(?:기억|메모|저장|외워|적어)'
const dontForget = `잊지 ?(?:마|마요|마세요|말고|말아(?:요|${GIVE}))`
const please = `(?:해?${GIVE}|해요?|해둘래|해?두세요|하세요)`

/** Ways to ask for something to be remembered; the captured part is what. */
const asks = [
  patternOf()`^(?:내 )?(?:메모장?|노트)에(?:다가?)? (.{1,60}?)(?:이?라고|을|를)? ?(?:추가|저장|적어|써|넣어|남겨|기록)(?:해)?${GIVE}$`,
  new RegExp(`^(.+?)[.,!]? ?(?:을|를)? ?(?:꼭 |잘 |좀 )?${keep} ?(?:좀 )?${please} ?${please}?$`),
  /^(.+\d\S*) (?:기억|메모|저장)$/,
  patternOf()`^(?:메모장?|기억|노트)(?:에|을|를)? ?(?:하나 )?(?:추가|저장|등록|작성|남기기)?(?:해${GIVE})? ?[:：] ?(.+)$`,
  new RegExp(`^(?:이거|이것|이걸|이건)? ?(?:좀 |꼭 )?${keep} ?(?:좀 )?${please} ?${please}?[.,:!]? (.+)$`),
  new RegExp(`^(?:절대 |꼭 )?${dontForget}[.,:!] (.+)$`),
  new RegExp(`^(.+?)[.,!]? ?(?:을|를)? ?(?:꼭 |절대 )?${dontForget}$`),
  patternOf('i')`
    ^(?:please )?(?:remember|note|keep in mind|don't forget|memorize)(?: that |: ?| )
    ((?:that |: ?)?(?:my|i|i'm|i am|we|our|the team|the project)\b.+)$`,
  /^(?:please )?(?:remember|note|keep in mind|don't forget)(?: that|:) (.+)$/i,
  patternOf('i')`
  ^(?:please )?(?:remember|note|keep in mind|memorize),? (the (?:.+ )?(?:password|passcode|pin|code|number|address|
  key|birthday|date|name|meeting|deadline|gate|room|seat|plate)s? (?:is|are|was) .+)$
`,
  /^(?:please )?(?:save|write down|note down|jot down)(?: that|:) (.+)$/i,
  patternOf('i')`
    ^(?:please )?(?:take|make|write|add|jot down) (?:me )?(?:a |this )?(?:quick )?(?:note|memo)
    (?: that|: ?| to(?: self)?:? |,| of| saying) ?(.+)$`,
  /^(?:note|memo|note to self) ?: ?(.+)$/i,
  patternOf()`
  ^(?:please )?(?:save|note|write down|remember) ((?:(?:my|our|the|[A-Z][\w.]*(?: [A-Z]\w*)?'s) .*\d[\d-]{3,}|
  [A-Z][\w.]*(?: [A-Z]\w*)?'s .+ (?:is|are) .+).*)$
`,
  // The fact stands in front, as a statement with its subject: "my name is Dorothy, remember that".
  patternOf('i')`
  ^((?:(?:i|i'm|we|he|she|they|my|our|his|her|their|the)\b.+?|
  .+?(?:'s|'re|'m| is| are| was| were| has| have| likes?| hates?)\b.+?))
  [.,;!] (?:please )?(?:(?:remember|save|note|keep|memorize|write down|(?:don't|do not) forget) (?:it|that|this)
  (?: down| in mind)?|(?:don't|do not) forget)(?:,? (?:please|for me))?$
`,
]

const ASKS_TO_KEEP = patternOf()`기억해${GIVE}`
const onlyKeep = new RegExp(
  `^(?:이거|이걸|이것|그거|그걸|이것도|그것도)? ?${keep} ?(?:좀 )?${please} ?${please}?$|^(?:please )?remember(?: this| that| it)?$`,
  'i',
)
/** "한국어로 해줘", "한국어로 다시": no more is said than the language. */
const backTo = patternOf('i')`
  ^(?:(?:이제|다시|그냥|앞으로)\s?)?(?:한국어|한국말|우리말|영어)로(?:\s?[가-힣 ]{1,6})?[.!~]*$|^(?:switch |go )?(?:back )?to (?:korean|
  english)(?:,? please)?$|^(?:back to |in )?korean,? please$
`
const manners = [
  patternOf()`
    ^(?:앞으로는?|이제부터는?|지금부터는?|다음부터는?|항상|이제|언제나) (.+?(?:대답|답변|답|말|불러|설명|
    인사)\S*(?: ?(?:해|말아)?${GIVE}| ?(?:해|하세요|마)))$`,
  patternOf()`
    ^((?:나한테 |저한테 |짧게 |간단히 |간단하게 )*(?:영어|한국어|한국말|반말|존댓말|높임말)로(?:만)? ?(?:대답|답변|답|말|얘기|
    이야기)\S*(?: ?해?${GIVE}| ?(?:해|하세요|부탁))?)$`,
  patternOf()`^((?:나를|날|저를) .{1,20}(?:이라고|라고) 불러\S*${GIVE}?)$`,
  patternOf('i')`
  ^((?:please )?(?:always |from now on,? |only )*(?:answer|reply|respond|
  speak)(?: to me| with me)? (?:only )?in (?:english|korean)(?: from now on| always)?)$
`,
  /^((?:please )?(?:let's )?(?:speak|talk|use) (?:in )?(?:english|korean))$/i,
  /^(?:from now on,?|always) (.+)$/i,
]

const justTold =
  /^(?:방금|아까|지금)(?: (?:내가|제가|네가))? ?(?:말한|얘기한|이야기한|기억한|적은|메모한) ?(?:거|것|걸|내용)(?:을|를|은|는)? ?(?:그만 )?(?:잊어|지워|삭제해|빼)/
const justNow = /^(?:방금|지금|아까)(?: 네가)? ?(?:기억|저장|메모)한 ?(?:거|것|걸|내용)/
const forgets = [
  patternOf()`^((?:방금|지금|아까)(?: 네가)? ?(?:기억|저장|메모)한 ?(?:거|것|걸|내용))(?:을|를|은|는)? ?(?:지워|취소해|되돌려|잊어|빼)${GIVE}$`,
  patternOf()`
    ^(.+?)(?:이?라는 ?(?:거|것)|은|는|을|를)? ?(?:그만 )?(?:잊어(?:${GIVE}| ?버려)|기억에서 ?(?:지워|삭제해|빼)${GIVE}|기억하지 ?마(?:세요)?)$`,
  /^(?:please )?forget (?:that |about )?((?:my|i|i'm|we|our)\b.+)$/i,
  patternOf('i')`
    ^(?:please )?(?:forget|erase|delete) (?:everything |all )?(?:that )?(?:what )?
    (?:(?:you|i) \w+ (?:you )?(?:about|of)|about) (?:the |my |our )?(.+)$`,
]

/** "회사에 대한 기억", "적어 둔 것", "메모": a note, with what it is about in front. */
const note = patternOf()`
  ^(?:내 |제 )?(?:(.+?)(?:에 ?(?:대한|대해서?|관한|관해서?)|이?라는|의)? ?)?(?:메모|노트|기억)
  (?:한 ?(?:거|것))?(?:에서|을|를|은|는|도|\s?(?:좀|하나))*$`
const anyNote = /^(?:please )?(?:delete|remove|erase|clear|forget) (?:my |the |a |this |that )?(?:notes?|memo)$/i

/** Return the subject of the note that a request takes out of memory; empty where it names none. */
function subjectToForget(text: string): string | undefined {
  if (justNow.test(text)) return undefined
  const asked = verbOf(text.replace(/잊어/, '지워'))
  const [whole, subject = ''] =
    (asked?.verb === 'remove' && note.exec(asked.rest.replace(/적어 ?(?:둔|놓은)/, '메모한'))) || []
  return whole === undefined ? undefined : subject
}

function forgetNote({ facts, say, tools }: Utterance): Intent {
  const notes = [...new Set(facts.filter(({ from }) => from === 'personal').map(({ text }) => text))]
  const [content, more] = notes
  if (content === undefined) return { weight: 3, answer: () => say.notRemembered }
  if (more !== undefined) return { weight: 3, answer: () => say.whichNote(notes) }
  if (!tools.has('update_memory')) return { weight: 3, answer: () => say.notAsked }
  return {
    weight: 3,
    call: { name: 'update_memory', args: { action: 'forget', content } },
    answer: (result) => result.trim() || say.forgotten(content),
  }
}

/** "내 전화번호 잊어줘": asks for update_memory, which shows the line before it goes. */
export const forget: Family = (utterance) => {
  const { text, say } = utterance
  const subject = subjectToForget(text)
  if (subject === '' || anyNote.test(text)) return forgetNote(utterance)
  // "방금 말한 거 잊어줘": where nothing was noted there is nothing to forget.
  if (justTold.test(text) && !utterance.facts.some(({ from }) => from === 'personal'))
    return { weight: 3, answer: () => say.notRemembered }
  const wanted = (subject ?? captured(forgets, text))?.replace(/^(?:내|제) /, '')
  if (!wanted || /^(?:이거|그거|이것|그것|나|저|날)$/.test(wanted)) return undefined
  if (utterance.facts.length === 0) return { weight: 2, answer: () => say.notRemembered }
  const content = noteOf(wanted, utterance)
  const answer = (result: string) => result.trim() || say.forgotten(content)
  return { weight: 2, call: { name: 'update_memory', args: { action: 'forget', content } }, answer }
}

// Names of a habit, and its plain form: "매운 걸 좋아하는 거", "매운 걸 좋아해".
const naming =
  /^(?:내가|제가|나|저)? ?(.+?)(좋아하|싫어하|일하|다니|살|사|산|못 먹|안 먹|못 마시|안 마시|있)(?:는|다는|는다는) ?(?:거|것|걸|사실)(?:을|를)?$/
const saying: Record<string, string> = {
  하: '해',
  니: '녀',
  사: '살아',
  산: '살아',
  살: '살아',
  먹: '먹어',
  시: '셔',
  있: '있어',
}

/** The text of the matching note in memory; the given words if there is none. */
function noteOf(wanted: string, utterance: Utterance): string {
  const written = utterance.facts.filter(({ from }) => from !== 'said')
  // The newest note is the last on its page. The approval shows the line before it is removed.
  if (justNow.test(wanted))
    return (written.findLast(({ from }) => from === 'personal') ?? written.at(-1))?.text ?? wanted
  if (written.some(({ text }) => text.toLowerCase().includes(wanted.toLowerCase()))) return wanted
  const [, thing = '', deed = ''] =
    naming.exec(wanted.replace(/(좋아|싫어|일)한다는/, '$1하는').replace('다닌다는', '다니는')) ?? []
  const told = factIn(`나는 ${thing}${deed.slice(0, -1)}${saying[deed.slice(-1)] ?? ''}`)
  const note = deed
    ? written.findLast(({ text }) => text === told)
    : subjectFact({ ...utterance, facts: written }, wanted)
  return note?.text ?? wanted
}

/** "… 기억해줘", "영어로 대답해줘", "remember that …": asks for save_memory with the fact and the page it belongs on. */
export const remember: Family = (utterance) => {
  const { text, asked, say } = utterance
  if (onlyKeep.test(text)) return { weight: 3, answer: () => say.rememberWhat }
  // "반말로 얘기해줄 수 있어?" is a request, too.
  const back = requestedLanguage(text) && backTo.test(text) ? text : undefined
  const manner = asked && !asksForDeed(text) ? undefined : (back ?? captured(manners, text))
  if (manner && !/기억|저장|메모/.test(manner)) return inLanguage(manner, save(utterance, manner, 'agent'))
  if (asked && /기억 ?(?:해|나|하니|하고 있)/.test(text) && !ASKS_TO_KEEP.test(text)) return undefined
  const content = namedFirst(text) ?? captured(asks, text)
  return content === undefined || asksWhere.test(content)
    ? undefined
    : save(utterance, withoutAddress(content), scopeOf(content))
}

/** "대화 어디에 저장해?" asks, and gives nothing to keep. */
const asksWhere = /(?:^|\s)(?:어디(?:에|에다|다|다가|서|로)?|어떻게|왜|언제|얼마나)$/

const thingFirst = new RegExp(
  inOneLine`
    ^((?:내|제|우리) )?(?!(?:이거|이것|이걸|그거|그것|저거|꼭|잘|좀|이건|메모|이렇게)(?:\\s|$))((?:\\S{1,6} )?\\S{1,8}?)(?:을|를|도|좀)? ?(?:꼭 |잘 |
    좀 )?${keep} ?(?:좀 )?${please}[.,:!~]? (?:나는? |난 |저는? |전 )?(\\S.*)$
  `,
)

/** "내 이름 기억해줘 나는 서준이야": what is to be remembered comes first, and what it is behind. */
function namedFirst(text: string): string | undefined {
  const [, own = '', thing, is = ''] = thingFirst.exec(text) ?? []
  // "엄마 생일 기억해줘 5월 12일이야"; of others only what has a number is surely theirs.
  if (thing === undefined || (own === '' && !/\d/.test(is))) return undefined
  return is.includes(thing) ? is : `${own}${josa(thing, '은/는')} ${is}`
}

/** A language is changed for good, in every conversation: that is said in the new one, and how to change back. */
function inLanguage(manner: string, saving: Intent | undefined): Intent | undefined {
  const wanted = requestedLanguage(manner)
  return saving?.call && wanted ? { ...saving, answer: () => smallTalkMessages[wanted].language } : saving
}

const justSaid =
  /^(?:방금|아까|지금|위에서?)? ?(?:내가 |제가 )?(?:말한|얘기한|이야기한|한) ?(?:거|것|걸|말|얘기|내용)(?:을|를|도)?$/

function save(utterance: Utterance, said: string, scope: FactScope): Intent | undefined {
  // "방금 말한 거 기억해" means what was told before.
  const content = justSaid.test(said) ? (utterance.facts.findLast(({ from }) => from === 'said')?.text ?? '') : said
  const line = withAbsoluteDates(content.replace(/[.,!?\s]+$/, '').trim(), utterance)
  // "이거 꼭 기억해줘" names nothing; a question or a request is not a fact.
  if (line.length < 2 || /^(?:이거|그거|이걸|그걸|이것|그것|꼭|잘|좀)$/.test(line))
    return { weight: 3, answer: () => utterance.say.rememberWhat }
  if (/[?？]$|^(?:뭐|무엇|어떻게|왜)/.test(content)) return undefined
  return {
    weight: 3,
    call: { name: 'save_memory', args: { content: line, scope } },
    answer: (receipt) => confirmed(utterance, line, receipt),
  }
}

/**
 * Something about themselves that nobody asked to remember. It is noticed behind the turn, which tells what is on the
 * disk then; here it is only heard, or known already.
 */
export const noticeStatement: Family = (utterance) => {
  const { text, asked, facts, say } = utterance
  const told = asked ? undefined : factIn(text)
  if (told === undefined) return undefined
  const fact = withAbsoluteDates(told, utterance)
  const known = facts.some((one) => one.text === fact)
  return { weight: 1, answer: () => (known ? say.knew(fact) : say.heard) }
}

/**
 * The tool's receipt names file and line, what is known already, and contradictions; in the other language it is said
 * again.
 */
function confirmed({ language, say }: Utterance, line: string, receipt: string): string {
  const sentences = receipt.trim().split('\n').filter(Boolean)
  return sentences.map((sentence) => resaid(sentence, language)).join('\n') || say.remembered(line)
}

/**
 * A sentence about memory in a person's language, whatever language it was said in; one that is not known stays as it
 * is.
 */
function resaid(sentence: string, language: Language): string {
  const say = memoryMessages[language]
  for (const said of Object.values(memoryMessages)) {
    for (const status of ['added', 'merged', 'known'] as const) {
      const [text, place] = blanks(said[status], sentence)
      if (text && place) return say[status](text, place)
    }
    const [text, line] = blanks(said.conflict, sentence)
    if (text && line) return say.conflict(text, Number(line))
  }
  return sentence
}

/** The values in the two gaps of a template; empty if the sentence does not match it. */
function blanks(sentence: (first: string, second: never) => string, said: string): string[] {
  const [head = '', middle = '', tail = ''] = sentence('\0', '\0' as never).split('\0')
  if (!said.startsWith(head) || !said.endsWith(tail)) return []
  const inside = said.slice(head.length, said.length - tail.length)
  const at = inside.lastIndexOf(middle)
  return at < 0 ? [] : [inside.slice(0, at), inside.slice(at + middle.length)]
}

const quoted: [RegExp, string][] = [
  [/한다$|하니까$/, '해'],
  [/산다$|사니까$/, '살아'],
  [/다닌다$|다니니까$/, '다녀'],
  [/먹는다$|먹으니까$/, '먹어'],
  [/마신다$|마시니까$/, '마셔'],
  [/있다$|있으니까$|있음$/, '있어'],
]

/** "내가 부산에 산다", as a request quotes it, as the person says it of themselves: "나는 부산에 살아". */
function stated(words: string): string {
  const said = quoted.reduce((text, [ending, plain]) => text.replace(ending, plain), words)
  return `나는 ${said.replace(/^(?:내가|제가|나는|저는|난|전|나|저) /, '')}`
}

/** The fact as a memory line: "내 이름은 철수" → "이름은 철수"; where to keep it, and "that", are not part of it. */
function withoutAddress(content: string): string {
  const named = content
    .replace(/(?:워크스페이스|팀 ?메모리|공용 ?메모리|개인 ?메모리|내 ?메모리|에이전트|메모리)(?:에다|에) ?/g, '')
    .replace(/^(?:that|:)\s*/i, '')
    .trim()
  const bare = named
    .replace(/있(?:다는|는) ?(?:거|것|걸)(?:을|를)?$|있(?:다고|어|어요)$/, '있음')
    .replace(/(?:라는|이라는) ?(?:거|것|걸)(?:을|를)?$|(?:이라고|라고)$/, '')
    .replace(/다(?:는 ?(?:거|것|걸)(?:을|를)?|고)$/, '다')
  return (
    factIn(named) ??
    factIn(bare) ??
    factIn(stated(bare)) ??
    factIn(josa(bare, '이에요/예요')) ??
    bare.replace(/^(?:내|제) (?=\S+?(?:은|는|이|가) )/, '')
  )
}

function captured(shapes: RegExp[], text: string): string | undefined {
  for (const shape of shapes) {
    const part = shape.exec(text)?.[1]
    if (part !== undefined) return part
  }
  return undefined
}

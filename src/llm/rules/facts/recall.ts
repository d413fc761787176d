import { SSANG_SIOS } from '../../../std/korean/grammar/ending.ts'
import { peopleIn } from '../../../std/korean/search/people.ts'
import { documentIntent } from '../documents/questions.ts'
import type { Family, Intent, KnownFact, Utterance } from '../intent.ts'
import { dayAsked, noteShapeAsked, stateAsked } from '../intents/actions.ts'
import { holds, owners, unify, wordsOf } from './note-words.ts'
import { factIn } from './notice.ts'
import { deedOf, listAsked, ofSomebody } from './of-somebody.ts'

const asked =
  '(?:뭐게|뭐|뭔|무엇|누구|언제|어디|어느|얼마|몇 ?[가-힣]{1,3}|무슨 ?[가-힣]{1,3}|어떤 ?[가-힣]{1,3}|어떻게)'
const told = `(?:이?라고 ?(?:했|그랬|말했)|(?: ?하)?기로 ?(?:했|한)|였|이었|이?셨|되었|됐|인|이| ?하|(?: ?해)(?=요?$)|(?:에|에서|에다)? ?[가-힣]{0,4}(?:있었|${SSANG_SIOS}))?`
const end =
  '(?:었|더|어)?(?:지요?|죠|더라|나|어|어요|야|예요|에요|는지|니|냐|나요|던가|요|가요|거지|거야|게|이라고|라고|이라고요|라고요)?'
const memory = '(?: ?기억 ?(?:나|해|하니|나니|나요|하고 있어|하고 있니))?'
const me = '(?:내|제|나의|저의|내가|제가|우리|저희|나|난|나는|저는)'
const asksKo = [
  new RegExp(
    `^(?:혹시 |그 |아까 말한 |전에 말한 )?(?:${me} )?(.+?)(?:이|가|은|는|을|를)? ?${asked}${told}${end}${memory}$`,
  ),
  new RegExp(`^${me} (?:무슨|어떤|어느) (.+?)(?:한|하는|ㄴ)?(?:다고|다) ?(?:했|그랬|말했)${end}$`),
  new RegExp(`^${me} (?:무슨|어떤|어느) (.+?)(?:했|하)${end}$`),
]
const firstPerson = /^(?:혹시 |그 |아까 |전에 )?(?:내|제|나의|저의|내가|제가|우리|저희|나|난)(?= )/
const past = new RegExp(`${SSANG_SIOS}(?:지|죠|더라|나|던가)`)
const recalling = /(?:라고|기로) ?(?:했|그랬|말했)|기억 ?(?:나|해|하)|더라$/
const known =
  /^(?:혹시 )?(?:(?:내|제|나의|우리|저희) )?(.+?)(?:을|를|이|가)? (?:기억 ?(?:나|해|하니|나니|나요|해요|하고 있어|하고 있니|하세요)|알아|아니|알고 있어|알고 있니|알아요|아세요|아시나요|아나요)$/
const asksEn = [
  /^(?:do you (?:know|remember) |(?:can you )?tell me |remind me )?(?:what|when|where|who|which)(?:'s|'re| is| are| was| were)? (?:did i (?:say|tell you) )?(?:that )?(?:my|our) (.+?)(?: is| was| are| were)?(?: again)?$/i,
  /^do you (?:know|remember) (?:my|our) (.+)$/i,
  /^(?:what|which) (.+?) do i (?:like|prefer|love|have|use)(?: best| most)?$/i,
]
const everything =
  /^(?:(?:너 ?)?(?:나|저|내)(?:에|한테)? ?(?:대해서?|관해서?)(?: ?(?:네가|너가))? ?)(?:뭘|뭐를?|무엇을?|어떤 걸) ?(?:기억|알)\S*(?: ?(?:있어|있니|있나요|있어요|있지))?$|^(?:뭘|뭐를?|무엇을?) ?기억(?:하고 있|하)\S*$|^(?:나|저)에 ?(?:대해서?|관해서?) ?(?:네가 |너가 )?(?:아는|알고 있는|기억하는|기억한|기억하고 있는) ?(?:거|것|걸)(?:을|를)? ?(?:다 |전부 |모두 )?(?:보여|알려|말해) ?(?:줘|주세요|봐)$|^(?:내|제)? ?기억(?:한 거| 목록|하고 있는 거| 전부)(?:을|를)? ?(?:다 )?(?:보여|알려|말해) ?(?:줘|주세요)$|^(?:내가 |제가 )?기억하라고 ?(?:했던|한) ?(?:거|것|걸)(?:들)?(?:을|를)? ?(?:다 |전부 |모두 )?(?:보여|알려|말해) ?(?:줘|주세요)$|^what do you (?:know|remember) about me$/i

/** "내 이름이 뭐라고 했지?", "when is my …": quotes what was remembered or said, or says that nothing is noted. */
export const recall: Family = (utterance) => {
  if (everything.test(utterance.text)) return listNotes(utterance)
  const noted = noteShapeAsked(utterance.text)
  if (noted)
    return ofNotes(utterance, (fact) => (fact.from === 'personal' || fact.from === 'said') && noted.test(fact.text))
  const day = dayAsked(utterance.text, utterance)
  if (day) return ofNotes(utterance, ({ text }) => text.includes(`(${day})`))
  const state = stateAsked(utterance.text, utterance)
  if (state) return stateNoted(utterance, state)
  const listed = listAsked(utterance.text)
  if (listed) return utterance.facts.some(listed) ? ofNotes(utterance, listed) : notNoted(utterance)
  const deed = deedOf.exec(utterance.text)
  if (deed)
    return ofNotes(utterance, ({ text }) => [deed[1], deed[2]].every((word) => unify(text).includes(unify(word ?? ''))))
  const subject = subjectOf(utterance.text)
  if (!subject) return labelled(utterance)
  const others = othersIn(utterance.facts)
  const named = [...subject.words, ...others(utterance.text).map(unify)]
  const fact = utterance.facts.findLast(
    ({ text }) =>
      answers(text, subject.words, others(text), named) &&
      (subject.mine ||
        asksName(subject.words, named) ||
        isLabelled(text, subject.words) ||
        (isTopic(text, named) && (subject.words.length > 1 || !/뭐|뭔|무엇|어떻게/.test(utterance.text)))),
  )
  if (fact) return { weight: 2, answer: () => utterance.say.recalled(fact.text, fact.from === 'said') }
  if (!subject.mine) return undefined
  // In the words of the question; of somebody of theirs in those that tell people apart: "wife's birthday" is not
  // Emma's.
  const query = owners.test(subject.words.join(' ')) ? subject.words.join(' ') : subject.said
  if (utterance.tools.has('search_memory')) return search(utterance, query, named)
  return notNoted(utterance)
}

/** Nobody told it; it may stand in a document. */
const notNoted = (utterance: Utterance): Intent =>
  documentIntent(utterance, utterance.say.notRemembered) ?? { weight: 1, answer: () => utterance.say.notRemembered }

/** "차번호", "우리집 주소": no question at all, but a note begins with these very words. */
function labelled(utterance: Utterance): Intent | undefined {
  if (!/^[가-힣A-Za-z ]{2,20}$/.test(utterance.text) || utterance.text.split(' ').length > 3) return undefined
  const words = wordsOf(utterance.text)
  const fact = words.length > 0 ? utterance.facts.findLast(({ text }) => isLabelled(text, words)) : undefined
  return fact && { weight: 1, answer: () => utterance.say.recalled(fact.text, fact.from === 'said') }
}

/** "여권번호 M12345", "우리집 주소 서울시 …": a note that begins with what is asked for and goes on with its value. */
function isLabelled(fact: string, words: string[]): boolean {
  const said = wordsOf(fact)
  const value = said.slice(words.length)
  // "배포는 매주 목요일" says something of it: see `isTopic`.
  if (/[은는이가]$/.test(fact.split(/\s+/)[words.length - 1] ?? '')) return false
  return (
    words.length > 0 && value.length > 0 && words.every((word, at) => said[at] === word) && /\d/.test(value.join(' '))
  )
}

/** The people of a text in the other words that notes know for them. */
function othersIn(facts: readonly KnownFact[]): (text: string) => string[] {
  const people = peopleIn(facts.map(({ text }) => text))
  return (text) => people(text).map(({ means }) => means)
}

/** "이번 주 재택이야?", "내 차 흰색 맞지?": asks whether it is so. */
const yesOrNo =
  /(?:이|가|은|는)? ?(?:이야|야|이지|지|인가|인가요|인지|이에요|예요|맞지|맞아|맞나|맞죠|였나|이었나|였지|이었지|이었어)$/

/** How a question or a request for something noted may end; what stands before it is what is asked for. */
const askingEnd =
  /(?:이|가|은|는|을|를|의)? ?(?:뭐(?:야|지|였지|였어|더라|게|예요|죠| ?있(?:지|어|나|더라))?|어디(?:에|다)?(?:야|지|였지|였어|더라|예요| ?있(?:지|어|나|더라|었지)| ?(?:뒀|놨|했)(?:지|어|더라))?|어딨(?:지|어|더라|나)|언제(?:야|지|였지|였어|더라)?|몇 ?(?:번|시|층|호|개|명|살|일)?(?:이야|야|이지|지|였지|이었지|더라)?|며칠(?:이야|이지|이었지)?|얼마(?:야|지|였지|더라)?|무슨 ?요일(?:이야|이지|이었지)?|누구(?:야|지|였지|더라)?|좀|(?:좀 ?)?(?:알려|말해|보여) ?(?:줘|주세요)|있(?:지|나|더라))+$/
const askingEnglish =
  /^(?:what|when|where|who|which|how)(?:'s|'re)?\b|\b(?:is|are|was|were|am|do|does|did|have|has|i|me|my|our|the|a|an|to|of|at|on|in|called|again|tell|show|please)\b/gi

/** "여권 어딨어", "회사 주소 알려줘", "동생 번호좀", "what am I allergic to": the newest note with every word of what is asked for. */
export const noted: Family = (utterance) => {
  const { text, say, facts } = utterance
  const korean = /[가-힣]/.test(text)
  const bare = (
    korean
      ? text.replace(askingEnd, '').replace(utterance.asked ? yesOrNo : '', '')
      : text.replace(askingEnglish, ' ').replace(/'s\b/g, '')
  ).trim()
  // Not a question: a few words may still be the beginning of a note.
  const isAsked = bare !== text || utterance.asked
  if (bare === '' || bare.split(/\s+/).length > (isAsked ? 5 : 3) || text.length > 60) return undefined
  const words = wordsOf(bare)
  if (words.length === 0 || !words.some((word) => word.length > 1)) return undefined
  // "커피가 뭐야?" asks what coffee is.
  if (words.length === 1 && /뭐(?! ?있)|무엇/.test(text) && !firstPerson.test(text)) return undefined
  const others = othersIn(facts)
  const named = [...words, ...others(bare).map(unify)]
  const fact = facts.findLast(
    (one) =>
      explains(one.text, words, others(one.text), named) &&
      (isAsked || startsWith(one.text, words) || (words.length > 1 && /\d/.test(one.text))),
  )
  return fact && { weight: 1, answer: () => say.recalled(fact.text, fact.from === 'said') }
}

/** As `answers`, however the words are spaced: 나비카페 is 나비 카페, 계좌번호 is a 계좌 with its number. */
function explains(fact: string, words: string[], others: string[], named: string[]): boolean {
  const owner = owners.exec(unify(fact))?.[0]
  if (owner && !named.some((word) => word.includes(owner))) return false
  const known = unify([fact, ...others].join(' '))
  const dense = known.replace(/\s+/g, '')
  return words.every((word) => {
    if (word.length === 1) return words.length > 1 && holds(known, word)
    const stems = [word, word.replace(/번호$/, ''), /^[a-z]{5,}$/.test(word) ? word.replace(/(?:ed|ing|s)$/, '') : word]
    return stems.some((stem) => stem.length > 1 && dense.includes(stem))
  })
}

const startsWith = (fact: string, words: string[]) => {
  const said = wordsOf(fact).join('')
  return (
    words.every((word) => said.indexOf(word.replace(/번호$/, '')) >= 0) && said.startsWith((words[0] ?? '').slice(0, 2))
  )
}

/** What is so for the time that is asked about, else where the person works as a rule. */
function stateNoted(utterance: Utterance, isFor: (note: string) => boolean): Intent {
  const habit = noteShapeAsked(utterance.language === 'ko' ? '내가 어디서 일해' : 'where do i work')
  return ofNotes(utterance, ({ text }) =>
    utterance.facts.some((one) => isFor(one.text)) ? isFor(text) : !!habit?.test(text),
  )
}

/** The notes that answer, each once. */
function ofNotes({ facts, say }: Utterance, answers: (fact: KnownFact) => boolean): Intent {
  const own = facts.filter(answers)
  const texts = [...new Set(own.map(({ text }) => text))]
  const [first] = own
  if (!first) return { weight: 1, answer: () => say.notRemembered }
  return {
    weight: 2,
    answer: () => (texts.length > 1 ? say.everything(texts) : say.recalled(first.text, first.from === 'said')),
  }
}

/** What nobody told may stand in a document: "우리 집 월세 얼마야?" is asked of both. */
function search(utterance: Utterance, query: string, named: readonly string[]): Intent {
  const { say, found } = utterance
  const ofThem = (result: string) => withoutStrangers(result, named)
  const call = { name: 'search_memory', args: { query } }
  const documents = documentIntent(utterance, say.notRemembered)
  const isFound = (result: string) => /^\s*- /.test(result)
  const isRemembered = (result: string) => isFound(result) && found.assessment?.verdict !== 'says'
  if (!documents) return { weight: 1, call, answer: (result) => say.searched(ofThem(result)) }
  const answer = (result: string) => (isRemembered(ofThem(result)) ? say.searched(ofThem(result)) : '')
  return { weight: 1, call, answer, otherwise: documents }
}

/** What was found, without lines about somebody else: the birthday of a daughter is none of a husband. */
function withoutStrangers(result: string, named: readonly string[]): string {
  const asked = named.some((word) => owners.test(word))
  const isStranger = (line: string) => {
    const owner = /^\s*- /.test(line) ? owners.exec(unify(line))?.[0] : undefined
    return owner !== undefined && !named.some((word) => word.includes(owner))
  }
  return asked
    ? result
        .split('\n')
        .filter((line) => !isStranger(line))
        .join('\n')
    : result
}

/** All remembered facts and the statements of this conversation. */
export function listNotes(utterance: Utterance): Intent {
  return { weight: 3, answer: () => listAll(utterance) }
}

function listAll({ facts, say }: Utterance): string {
  const own = facts.filter((fact: KnownFact) => fact.from === 'personal' || fact.from === 'said')
  // A statement and the note made of it count once.
  const texts = [...new Set(own.map(({ text }) => factIn(text) ?? text))]
  return texts.length > 0 ? say.everything(texts) : say.notRemembered
}

const whoAmI =
  /^(?:내가|제가|나는?|난|저는?|전) ?누(?:구|군)(?:야|게|지|지요|예요|인지|니)?(?: ?(?:알아|아니|알고 ?있어|기억해|기억 ?나)(?:요|니)?)?$|^(?:do you know )?who (?:am i|i am)$/i

/**
 * The words that a fact must explain, and those that were said; `mine` if the sentence surely asks for something that
 * the person told.
 */
function subjectOf(typed: string): { words: string[]; said: string; mine: boolean } | undefined {
  // "내이름뭐야"
  const text = typed.replace(
    /^(내|제|우리)(?=(?:이름|생일|생신|나이|번호|전화|주소|혈액형|차|집|직업|취미|키)[가-힣]?)/,
    '$1 ',
  )
  if (whoAmI.test(text)) return { words: ['이름'], said: '이름', mine: true }
  const english = asksEn.map((shape) => shape.exec(text)?.[1]).find(Boolean)
  if (english) return some(english, true)
  const korean =
    asksKo.map((shape) => shape.exec(text)?.[1]).find(Boolean) ??
    (/기억|알|아세|아시|아나/.test(text) ? known.exec(text)?.[1] : undefined)
  return korean
    ? some(korean, firstPerson.test(text) || recalling.test(text) || past.test(text) || ofSomebody.test(text))
    : undefined
}

function some(phrase: string, mine: boolean) {
  const words = wordsOf(phrase)
  return words.length > 0 && words.length <= 5 ? { words, said: phrase, mine } : undefined
}

/** "호텔 이름" is answered by "호텔은 신라호텔" too: what a thing is called is its name. */
function withoutName(words: string[]): string[] {
  return words.length > 1 ? words.filter((word) => word !== '이름') : words
}

/**
 * True if the fact has every word of the question and belongs to nobody whom the question does not name. `others`:
 * the same people in other words, which other notes know: 지은이 생일 is of 딸 as well. `also`: the question's words with
 * such other words for its own people.
 */
function answers(fact: string, words: string[], others: string[], also: string[]): boolean {
  const text = unify(fact)
  const owner = owners.exec(text)?.[0]
  const isNamed = asksName(words, also)
  const named = owners.test(words.join(' ')) && !isNamed ? words : withoutName(words)
  const known = isNamed ? text : unify([fact, ...others].join(' '))
  return named.every((word) => holds(known, word)) && (!owner || also.some((word) => word.includes(owner)))
}

/** Return true if the name of somebody is asked for whom the notes know by name: "딸 이름" is answered by 딸 지은이 생일은 …. */
const asksName = (words: string[], also: string[]) => words.includes('이름') && also.length > words.length

/** "배포는 언제야?" asks for what is noted about 배포 itself; "커피가 뭐야?" does not ask what somebody likes. */
function isTopic(fact: string, words: string[]): boolean {
  const topic = /^(.+?)(?:은|는| is| are) /.exec(fact)?.[1]
  return (
    topic !== undefined &&
    wordsOf(topic).every((word) => word === '팀' || words.includes(word)) &&
    !/좋아|싫어|알레르기/.test(fact)
  )
}

/** The newest remembered fact about a thing ("프로젝트 마감", "my birthday"). */
export function subjectFact({ facts }: Utterance, phrase: string): KnownFact | undefined {
  const subject = some(phrase, true)
  const others = othersIn(facts)
  const also = subject ? [...subject.words, ...others(phrase).map(unify)] : []
  return subject && facts.findLast(({ text }) => answers(text, subject.words, others(text), also))
}

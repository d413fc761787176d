import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { onlyAsks } from '../../../std/korean/grammar/only-asks.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Family, Intent, KnownFact, Utterance } from '../intent.ts'
import { dayAsked, noteShapeAsked, stateAsked } from '../intents/actions.ts'
import { isDefining, judgeNotes } from './near-notes.ts'
import { factIn } from './notice.ts'

const everything = patternOf('i')`
  ^(?:(?:너 ?)?(?:나|저|내)(?:에|한테)? ?(?:대해서?|관해서?)(?: ?(?:네가|너가))? ?)(?:뭘|뭐를?|무엇을?|어떤 걸) ?(?:기억|알)\S*(?: ?(?:있어|있니|있나요|
  있어요|있지))?$|^(?:뭘|뭐를?|무엇을?) ?기억(?:하고 있|하)\S*$|^(?:나|저)에 ?(?:대해서?|관해서?) ?(?:네가 |너가 )?(?:아는|알고 있는|기억하는|기억한|
  기억하고 있는) ?(?:거|것|걸)(?:을|를)? ?(?:다 |전부 |모두 )?(?:보여|알려|말해)${GIVE}$|^(?:내|제)? ?기억(?:한 거| 목록|하고 있는 거| 전부)(?:을|
  를)? ?(?:다 )?(?:보여|알려|말해)${GIVE}$|^(?:내가 |제가 )?기억하라고 ?(?:했던|한) ?(?:거|것|걸)(?:들)?(?:을|를)? ?(?:다 |전부 |모두 )?(?:보여|알려|
  말해)${GIVE}$|^what do you (?:know|remember) about me$
`

const whoAmI = patternOf('i')`
    ^(?:내가|제가|나는?|난|저는?|전) ?누(?:구|군)(?:야|게|지|지요|예요|인지|니)?(?: ?(?:알아|아니|알고 ?있어|기억해|기억 ?나)(?:요|니)?)?$|
    ^(?:do you know )?who (?:am i|i am)$`

/** So many words without a question are still the beginning of a note: "차 번호", "밝은치과 원장님 성함". */
const nameLength = 3

/** "내 이름이 뭐라고 했지?", "when is my …", "여권 위치": tells what was remembered or said, where it surely answers. */
export const recall: Family = (utterance) => {
  const { text, facts, say, asked } = utterance
  if (everything.test(text)) return listNotes(utterance)
  const noted = noteShapeAsked(text)
  if (noted)
    return ofNotes(utterance, (fact) => (fact.from === 'personal' || fact.from === 'said') && noted.test(fact.text))
  const day = dayAsked(text, utterance)
  if (day) return ofNotes(utterance, (fact) => fact.text.includes(`(${day})`))
  const state = stateAsked(text, utterance)
  if (state) return stateNoted(utterance, state)
  const listed = listAsked(text)
  if (listed) return ofNotes(utterance, listed)
  const isQuestion = asked || onlyAsks(text) || /(?:언제|어디|누구|뭐|얼마|몇)\S*$/.test(text)
  if (isDefining(text) || (!isQuestion && text.split(' ').length > nameLength)) return undefined
  const fact = judgeNotes(whoAmI.test(text) ? '내 이름' : text, facts).sure[0]
  return fact && { weight: isQuestion ? 2 : 1, answer: () => say.recalled(fact.text, fact.from === 'said') }
}

const list = patternOf('i')`
  ^(?:내 )?([가-힣]{2,6}(?: [가-힣]{2,6})?) ?(?:목록|리스트)(?:에|을|를|은|는)? ?(?:(?:뭐|뭐가|좀|다) ?)*(?:보여|알려|말해|있|뭐|
  읽어)[가-힣 ]{0,8}$|^(?:what(?:'s| is) on|show(?: me)?|read) (?:my |the )?([a-z]{3,15}(?: [a-z]{3,10})?) list$
`

/** "장보기 목록 보여줘", "what's on my shopping list": which notes are lines of the list that is asked for. */
function listAsked(text: string): ((fact: { text: string }) => boolean) | undefined {
  const [, korean, english] = list.exec(text) ?? []
  const head = korean ? `${korean} 목록: ` : `${english} list: `
  return korean || english ? (fact) => fact.text.toLowerCase().startsWith(head.toLowerCase()) : undefined
}

/** Return the state at the time that is asked about, else the usual place of work. */
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

/** The newest remembered fact about a thing ("프로젝트 마감", "my birthday"). */
export function subjectFact({ facts }: Utterance, phrase: string): KnownFact | undefined {
  return judgeNotes(phrase, facts).sure[0]
}

import { smallTalkMessages } from '../../../messages/engine/small-talk.ts'
import { peopleIn } from '../../../std/korean/search/people.ts'
import { listNotes } from '../facts/recall.ts'
import type { Family, Intent, Utterance } from '../intent.ts'
import { chosenFrom } from '../random-choice.ts'
import type { Tag } from './lexicon.ts'
import { type LexiconPiece, tokensOf } from './tokens.ts'
import { abilities, askedNotes, bye, hello, listFiles, menu, thanks } from './topic-answers.ts'

type Said = (typeof smallTalkMessages)['ko']
/** Keys of answers that have several variants. */
type Remark = { [Name in keyof Said]: Said[Name] extends string[] ? Name : never }[keyof Said]

/** A subject of remarks, and what is said to it. */
export interface Topic {
  /** Nothing is asked: "사랑해" is said to somebody, "내가 뭘 사랑해?" is not. */
  told?: true
  /** Any of these sets of subjects, each wholly present, makes the topic. */
  needs: Tag[][]
  /** What else may be said along with it, besides words that only bind or ask. */
  with?: Tag[]
  says: Remark | ((utterance: Utterance) => Intent | undefined)
}

/** Subjects that may accompany any topic. */
const common: Tag[] = ['fill', 'ask', 'what', 'this', 'hello', 'laugh']

const topics: Topic[] = [
  {
    needs: [['backup']],
    with: ['data', 'note', 'all', 'able', 'use', 'show', 'setting', 'me', 'you', 'how'],
    says: 'backup',
  },
  {
    needs: [
      ['unsaved', 'keep', 'data'],
      ['unsaved', 'dialogue'],
    ],
    with: ['data', 'dialogue', 'able', 'keep', 'use', 'me', 'you', 'leave'],
    says: 'unsaved',
  },
  {
    needs: [
      ['remind', 'how'],
      ['remind', 'able'],
    ],
    with: ['use', 'you', 'connect', 'setting', 'show', 'me', 'able'],
    says: 'howRemind',
  },
  {
    needs: [
      ['note', 'how'],
      ['note', 'able'],
    ],
    with: ['use', 'you', 'data', 'dialogue', 'me'],
    says: 'howNote',
  },
  { needs: [['sum']], with: ['use', 'you', 'able', 'help', 'show', 'me', 'how'], says: 'howSum' },
  { needs: [['command']], with: ['show', 'use', 'help', 'able'], says: 'commands' },
  {
    needs: [['help'], ['able'], ['use', 'ask'], ['use', 'what'], ['use', 'help']],
    with: ['help', 'able', 'use', 'you', 'show', 'me', 'note', 'need', 'can'],
    says: abilities,
  },
  {
    needs: [
      ['key', 'need'],
      ['model', 'need'],
      ['key', 'without'],
      ['model', 'without'],
      ['vendor', 'without'],
    ],
    with: ['model', 'vendor', 'key', 'need', 'without', 'use', 'able', 'you', 'me', 'pay', 'help'],
    says: 'keyless',
  },
  {
    needs: [
      ['model', 'you'],
      ['model', 'what'],
      ['vendor', 'you'],
    ],
    with: ['model', 'vendor', 'you', 'who', 'use'],
    says: 'whichModel',
  },
  {
    needs: [
      ['language', 'broken'],
      ['broken', 'look'],
    ],
    with: ['language', 'broken', 'look', 'use', 'see'],
    says: 'broken',
  },
  {
    needs: [
      ['language', 'voice'],
      ['language', 'able'],
      ['language', 'dialogue'],
    ],
    with: ['language', 'voice', 'able', 'use', 'you', 'doing', 'dialogue'],
    says: 'languages',
  },
  {
    needs: [['model'], ['vendor'], ['key']],
    with: ['model', 'vendor', 'key', 'connect', 'use', 'able', 'setting', 'show', 'you'],
    says: 'connect',
  },
  {
    needs: [
      ['elsewhere', 'connect'],
      ['elsewhere', 'use'],
      ['elsewhere', 'able'],
    ],
    with: ['elsewhere', 'connect', 'use', 'able', 'you', 'setting', 'show', 'see', 'voice'],
    says: 'elsewhere',
  },
  {
    needs: [['telegram']],
    with: ['connect', 'use', 'able', 'setting', 'show', 'you', 'voice', 'send', 'see'],
    says: 'telegram',
  },
  {
    needs: [['voice']],
    with: ['use', 'able', 'you', 'show', 'voice', 'data', 'connect', 'setting', 'how', 'me'],
    says: 'voice',
  },
  {
    needs: [
      ['language', 'connect'],
      ['language', 'setting'],
      ['language', 'able', 'use'],
    ],
    with: ['language', 'connect', 'setting', 'show', 'able', 'use', 'me', 'look'],
    says: 'languages',
  },
  {
    needs: [
      ['look', 'connect'],
      ['look', 'able'],
      ['look', 'have'],
      ['look', 'setting'],
      ['look', 'ask'],
    ],
    with: ['look', 'connect', 'setting', 'show', 'able', 'use', 'me', 'you'],
    says: 'look',
  },
  { needs: [['version']], with: ['show', 'use', 'you', 'update'], says: 'version' },
  { needs: [['update']], with: ['show', 'use', 'you', 'able', 'version'], says: 'update' },
  {
    needs: [
      ['calendar', 'connect'],
      ['calendar', 'able'],
      ['calendar', 'show'],
    ],
    with: ['calendar', 'connect', 'setting', 'show', 'able', 'use', 'me', 'you', 'see'],
    says: 'calendar',
  },
  {
    needs: [
      ['mail', 'connect'],
      ['mail', 'see', 'able'],
    ],
    with: ['mail', 'connect', 'setting', 'show', 'able', 'use', 'me', 'you', 'see'],
    says: 'mail',
  },
  {
    needs: [
      ['picture', 'see'],
      ['picture', 'able'],
      ['picture', 'use'],
    ],
    with: ['picture', 'see', 'able', 'use', 'you', 'me', 'show', 'note'],
    says: 'picture',
  },
  {
    needs: [['freely']],
    with: ['me', 'you', 'file', 'data', 'erase', 'send', 'see', 'money', 'without'],
    says: 'asksFirst',
  },
  { needs: [['account']], with: ['account', 'use', 'able', 'pay', 'connect'], says: 'account' },
  { needs: [['money', 'real']], with: ['send', 'pay', 'leave', 'able', 'fill'], says: 'money' },
  {
    needs: (['see', 'able', 'use', 'connect', 'how'] as const).map((tag) => ['document', tag]),
    with: ['me', 'you', 'see', 'able', 'use', 'document', 'file', 'connect', 'dialogue', 'data', 'show', 'setting'],
    says: 'documents',
  },
  { needs: [['data', 'erase']], with: ['age', 'me', 'all', 'able', 'show', 'can', 'have', 'dialogue'], says: 'erase' },
  {
    needs: [
      ['who', 'see', 'data'],
      ['who', 'see', 'me'],
      ['what', 'see', 'data'],
    ],
    with: ['data', 'me', 'able', 'see', 'show'],
    says: 'data',
  },
  { told: true, needs: [['hello']], with: ['hello', 'you', 'ask'], says: hello },
  { told: true, needs: [['thanks']], with: ['thanks', 'you', 'praise', 'me', 'leave', 'night'], says: thanks },
  { told: true, needs: [['night']], with: ['night', 'hello', 'you'], says: bye },
  { needs: [['setting']], with: ['connect', 'use', 'show', 'able', 'me'], says: 'settings' },
  {
    needs: [['data', 'keep'], ['data', 'where'], ['note', 'keep'], ['data', 'send'], ['data', 'safe'], ['leak']],
    with: ['data', 'keep', 'send', 'leak', 'safe', 'me', 'you', 'net', 'all', 'use', 'show', 'note'],
    says: 'data',
  },
  {
    needs: [['free'], ['price'], ['amount', 'pay']],
    with: ['free', 'price', 'amount', 'pay', 'use', 'you', 'show', 'able', 'model', 'key'],
    says: 'cost',
  },
  {
    needs: [['net', 'without'], ['net', 'need'], ['offline']],
    with: ['use', 'able', 'without', 'net', 'you', 'need', 'leave'],
    says: 'offline',
  },
  { needs: [['leave']], with: ['leave', 'dialogue', 'show', 'use', 'you'], says: 'leave' },
  {
    needs: [
      ['who', 'you'],
      ['who', 'what'],
    ],
    with: ['you', 'who', 'show'],
    says: 'who',
  },
  { needs: [['this', 'what']], with: ['you'], says: 'who' },
  {
    needs: [
      ['made', 'ask'],
      ['made', 'what'],
      ['made', 'you'],
    ],
    with: ['you', 'who', 'show'],
    says: 'made',
  },
  { needs: [['age']], with: ['you', 'age', 'ask'], says: 'age' },
  { told: true, needs: [['love']], with: ['you', 'me'], says: 'love' },
  { needs: [['partner']], with: ['you'], says: 'partner' },
  { told: true, needs: [['birthday']], with: ['me'], says: 'birthday' },
  { needs: [['joke']], with: ['joke', 'show', 'me', 'bored'], says: 'joke' },
  { told: true, needs: [['bored']], with: ['me', 'you'], says: 'bored' },
  { told: true, needs: [['hungry']], with: ['me'], says: 'hungry' },
  { told: true, needs: [['tired']], with: ['me', 'tired', 'event'], says: 'tired' },
  { told: true, needs: [['sad']], with: ['me', 'sad', 'event'], says: 'sad' },
  { told: true, needs: [['angry']], with: ['me', 'you', 'angry'], says: 'angry' },
  { told: true, needs: [['lonely']], with: ['me', 'lonely'], says: 'lonely' },
  { told: true, needs: [['insult']], with: ['you', 'insult'], says: 'insult' },
  { told: true, needs: [['joy']], with: ['me', 'event', 'joy'], says: 'joy' },
  { told: true, needs: [['praise']], with: ['you', 'praise'], says: 'praise' },
  { told: true, needs: [['laugh']], with: ['laugh'], says: 'laugh' },
  { needs: [['doing']], with: ['you', 'doing'], says: 'doing' },
  {
    needs: [
      ['note', 'what'],
      ['note', 'show'],
    ],
    with: ['note', 'me', 'you', 'show', 'all'],
    says: listNotes,
  },
  {
    needs: [['note', 'me']],
    with: ['note', 'me', 'you', 'all'],
    says: askedNotes,
  },
  {
    needs: [
      ['file', 'here'],
      ['file', 'what'],
      ['file', 'ask'],
      ['file', 'show'],
    ],
    with: ['file', 'here', 'show', 'all', 'me', 'many'],
    says: listFiles,
  },
  {
    needs: [
      ['menu', 'what'],
      ['menu', 'pick'],
    ],
    with: ['menu', 'pick', 'ask', 'me'],
    says: menu,
  },
]

/**
 * What people say to a program that they do not know yet, and what they say in passing: understood by what the
 * sentence is about, in whatever words and order. A letter that the lexicon does not know means that it is about
 * something else.
 */
export const remarks: Family = (utterance) => {
  // "나 몇 살이야?" asks about the person.
  const ofMe =
    /^(?:나|내|제|저|난|전)(?:는|가|도)? ?(?=몇|누구|이름|나이)|\bold (?:am i|is my)\b|^(?:what|where|when|who) (?:do|did|am) i\b/i.test(
      utterance.text,
    )
  // "지은이 몇 살이야?" asks about somebody who stands in the notes.
  const ofOthers = peopleIn(utterance.facts.map(({ text }) => text))(utterance.text).length > 0
  const tokens = ofMe || ofOthers ? undefined : tokensOf(utterance.text)
  const topic = tokens && topics.find((one) => isAbout(tokens, one))
  if (!topic) return undefined
  if (typeof topic.says === 'function') return topic.says(utterance)
  const said = topic.says
  return { weight: 2, answer: () => chosenFrom(smallTalkMessages[utterance.language][said], utterance.seed) }
}

/** Return true if a sentence of these pieces is about that, and about nothing else. */
export function isAbout(tokens: readonly LexiconPiece[], { needs, told, with: more = [] }: Topic): boolean {
  const has = (tag: Tag) => tokens.some(({ tags }) => tags.has(tag))
  // "읽을 수 있어?" asks whether it is able to, "할 수 있을까" alone does not.
  const wanted = needs.find((all) => all.every((tag) => has(tag) || (tag === 'able' && all.length > 1 && has('can'))))
  if (!wanted) return false
  const allowed = [...(told ? (['fill', 'this'] as const) : common), ...more, ...needs.flat()]
  return tokens.every(({ tags }) => allowed.some((tag) => tags.has(tag)))
}

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
  /** Any of these subjects, or of two that are both present, makes the topic. */
  needs: readonly (Tag | `${Tag} ${Tag}`)[]
  /** What else may be said along with it, besides words that only bind or ask. */
  with?: Tag[]
  says: Remark | ((utterance: Utterance) => Intent | undefined)
}

/** Subjects that may accompany any topic: whoever asks asks how something is used, seen, set or connected. */
const asking: readonly Tag[] = [
  'fill',
  'ask',
  'what',
  'this',
  'hello',
  'laugh',
  'you',
  'me',
  'use',
  'show',
  'able',
  'connect',
  'setting',
  'see',
  'help',
  'can',
  'need',
  'have',
  'how',
  'data',
  'dialogue',
]
const telling: readonly Tag[] = ['fill', 'this', 'you', 'me']

const topics: Topic[] = [
  { needs: ['backup'], with: ['note', 'all'], says: 'backup' },
  { needs: ['unsaved keep', 'unsaved dialogue'], with: ['leave'], says: 'unsaved' },
  { needs: ['remind how', 'remind able'], says: 'howRemind' },
  { needs: ['note how', 'note able'], says: 'howNote' },
  { needs: ['sum'], says: 'howSum' },
  { needs: ['command'], says: 'commands' },
  { needs: ['help', 'able', 'use ask', 'use what', 'use help'], with: ['note'], says: abilities },
  {
    needs: ['key need', 'model need', 'key without', 'model without', 'vendor without'],
    with: ['pay'],
    says: 'keyless',
  },
  { needs: ['model you', 'model what', 'vendor you'], with: ['who'], says: 'whichModel' },
  { needs: ['language broken', 'broken look'], says: 'broken' },
  { needs: ['language voice', 'language able', 'language dialogue'], with: ['doing'], says: 'languages' },
  { needs: ['model', 'vendor', 'key'], says: 'connect' },
  { needs: ['elsewhere connect', 'elsewhere use', 'elsewhere able'], with: ['voice'], says: 'elsewhere' },
  { needs: ['telegram'], with: ['voice', 'send'], says: 'telegram' },
  { needs: ['voice'], says: 'voice' },
  { needs: ['language connect', 'language setting'], with: ['look'], says: 'languages' },
  { needs: ['look connect', 'look able', 'look have', 'look setting', 'look ask'], says: 'look' },
  { needs: ['version'], with: ['update'], says: 'version' },
  { needs: ['update'], with: ['version'], says: 'update' },
  { needs: ['calendar connect', 'calendar able', 'calendar show'], says: 'calendar' },
  { needs: ['mail connect', 'mail see'], says: 'mail' },
  { needs: ['picture see', 'picture able', 'picture use'], with: ['note'], says: 'picture' },
  { needs: ['freely'], with: ['file', 'erase', 'send', 'money', 'without'], says: 'asksFirst' },
  { needs: ['account'], with: ['pay'], says: 'account' },
  { needs: ['money real'], with: ['send', 'pay', 'leave', 'fill'], says: 'money' },
  {
    needs: ['document see', 'document able', 'document use', 'document connect', 'document how'],
    with: ['file'],
    says: 'documents',
  },
  { needs: ['data erase'], with: ['age', 'all'], says: 'erase' },
  { needs: ['who see', 'what see'], says: 'data' },
  { told: true, needs: ['hello'], with: ['ask'], says: hello },
  { told: true, needs: ['thanks'], with: ['praise', 'leave', 'night'], says: thanks },
  { told: true, needs: ['night'], with: ['hello'], says: bye },
  { needs: ['setting'], says: 'settings' },
  {
    needs: ['data keep', 'data where', 'note keep', 'data send', 'data safe', 'leak'],
    with: ['net', 'all'],
    says: 'data',
  },
  { needs: ['free', 'price', 'amount pay'], with: ['model', 'key'], says: 'cost' },
  { needs: ['net without', 'net need', 'offline'], with: ['leave'], says: 'offline' },
  { needs: ['leave'], says: 'leave' },
  { needs: ['who you', 'who what'], says: 'who' },
  { needs: ['this what'], says: 'who' },
  { needs: ['made ask', 'made what', 'made you'], with: ['who'], says: 'made' },
  { needs: ['age'], with: ['ask'], says: 'age' },
  { told: true, needs: ['love'], says: 'love' },
  { needs: ['partner'], says: 'partner' },
  { told: true, needs: ['birthday'], says: 'birthday' },
  { needs: ['joke'], with: ['bored'], says: 'joke' },
  { told: true, needs: ['bored'], says: 'bored' },
  { told: true, needs: ['hungry'], says: 'hungry' },
  { told: true, needs: ['tired'], with: ['event'], says: 'tired' },
  { told: true, needs: ['sad'], with: ['event'], says: 'sad' },
  { told: true, needs: ['angry'], says: 'angry' },
  { told: true, needs: ['lonely'], says: 'lonely' },
  { told: true, needs: ['insult'], says: 'insult' },
  { told: true, needs: ['joy'], with: ['event'], says: 'joy' },
  { told: true, needs: ['praise'], says: 'praise' },
  { told: true, needs: ['laugh'], says: 'laugh' },
  { needs: ['doing'], says: 'doing' },
  { needs: ['note what', 'note show'], with: ['all'], says: listNotes },
  { needs: ['note me'], with: ['all'], says: askedNotes },
  { needs: ['file here', 'file what', 'file ask', 'file show'], with: ['all', 'many'], says: listFiles },
  { needs: ['menu what', 'menu pick'], with: ['ask'], says: menu },
]

/**
 * What people say to a program that they do not know yet, and what they say in passing: understood by what the
 * sentence is about, in whatever words and order. A letter that the lexicon does not know means that it is about
 * something else.
 */
export const remarks: Family = (utterance) => {
  // "나 몇 살이야?" asks about the person, "my old chats" about things.
  const ofMe =
    /^(?:나|내|제|저|난|전)(?:는|가|도)? ?(?=몇|누구|이름|나이)|\bold (?!are you|you\b)[a-z]|^(?:what|where|when|who) (?:do|did|am) i\b/i.test(
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
  const sets = needs.map((tags) => tags.split(' ') as Tag[])
  const isWanted = sets.some((all) => all.every((tag) => has(tag) || (tag === 'able' && all.length > 1 && has('can'))))
  if (!isWanted) return false
  const allowed = [...(told ? telling : asking), ...more, ...sets.flat()]
  return tokens.every(({ tags }) => allowed.some((tag) => tags.has(tag)))
}

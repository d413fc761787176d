import { patternOf } from '../../../std/text/pattern.ts'
import { isoDate } from '../../../std/time/local-time.ts'
import type { Intent, Utterance } from '../intent.ts'
import { told } from './told.ts'
import { whenSaid } from './when-said.ts'

type Answer = 'yes' | 'no' | 'maybe'

/** Words of coming or not, as they are said of oneself. */
const SAID = patternOf()`
  (?<![가-힣])(?:(?<no>(?:못|안) ?(?:가|간|갈|감|나가|나간|참석)|불참|거절|사양|참석 ?(?:못|안|하지|불가)|(?:갈|참석할) ?수 ?없)
  |(?<maybe>(?:아직 )?(?:미정|모르|모른|보류)|잘 ?모르)|
  (?<yes>수락|승낙|참석|참가|간다|갈게|가겠|갈 ?거|갈 ?수 ?있|나간다))(?<rest>\S*(?: \S+)*)$
`
/** Words behind it that only ask to tell so. */
const TELLS = patternOf()`
  ^(?:[가-힣]*(?:고|로|라고|다고)?)(?: (?:답|답장|답신|회신|전|전달|말|얘기|표시|처리|알려|통보|해|하|보내|남겨|줘|좀|꼭|없|있|않|한다|할)[가-힣]*)*$`
/** It is reported to somebody: "간다고 답해줘". */
const REPORTED = /(?:다|라|자|)고 (?:좀 )?(?:답|회신|전|말|얘기|알려|통보)/
const INVITATION = /(?<![가-힣])초대(?:장|메일| 메일)?(?:을|를|는|은|에|에는)?(?![가-힣])/
/** "김과장이 보낸": who invites. */
const BY = /(?:께서|님이|이|가|한테서|에게서|에서) ?(?:보낸|온|준|한)\s*$/
/** "이 초대": the one that was just shown. */
const THIS = /^(?:이|그|저|방금 ?(?:온|받은)|(?:가장|제일) 최근|새|온|받은|메일의?)?$/

const TELL = String.raw`(?:tell|let) (?:them|him|her|everyone|the organi[sz]er|\w+) (?:know )?(?:that )?(?:i|we)`
const COME = '(?:make|come to|coming to|attend|attending|join|be at)'
const ENGLISH: readonly (readonly [RegExp, Answer?])[] = [
  [/^(?:please )?(?:accept|confirm) (?<what>.+)$/i, 'yes'],
  [/^(?:please )?(?:decline|reject|turn down) (?<what>.+)$/i, 'no'],
  [/^(?:please )?tentatively accept (?<what>.+)$/i, 'maybe'],
  [/^(?:please )?(?:say|answer|reply|respond|rsvp)(?: with)? (?<answer>yes|no|maybe) (?:to|for) (?<what>.+)$/i],
  [
    new RegExp(
      `^(?:please )?${TELL} (?:can't|cannot|can not|won't|will not)(?: be able to)? ${COME} (?<what>.+)$`,
      'i',
    ),
    'no',
  ],
  [new RegExp(`^(?:please )?${TELL}(?:'ll| will|'m| am|'re| are) ${COME} (?<what>.+)$`, 'i'), 'yes'],
  [new RegExp(`^(?:please )?${TELL} (?:may|might) ${COME} (?<what>.+)$`, 'i'), 'maybe'],
]
/** Words of the invitation itself. */
const INVITE = /\b(?:the |my |this |that )?(?:invitation|invite)(?: (?:to|for|from))?\b/gi
const EVENT = /\b(?:meeting|call|review|party|dinner|lunch|workshop|interview|event|appointment)\b/i

/** "월요일 회의 참석한다고 답해줘", "decline Friday's all-hands": an answer to an invitation. */
export function invitationAnswer(utterance: Utterance): Intent[] | undefined {
  if (!utterance.tools.has('answer_invitation')) return undefined
  const read = koreanAnswer(utterance.text) ?? englishAnswer(utterance)
  if (!read) return undefined
  const {
    rest,
    unread,
    isInvalid,
    first,
    last = first,
    from,
    repeat,
    zone,
  } = whenSaid({ ...utterance, text: read.what })
  if (isInvalid) return [{ weight: 3, answer: () => utterance.say.noDate }]
  if (unread !== undefined || repeat !== undefined || zone !== undefined) return undefined
  const find = nameOf(rest, utterance)
  if (find === undefined) return undefined
  if (!read.isInvitation && (find === '' || !(first || from || /^[^ ]+(?: [^ ]+)?$/.test(find)))) return undefined
  const day = first === last ? (first ?? (from && isoDate(from, utterance.zone))) : undefined
  const args = { find, answer: read.answer, ...(day === undefined ? {} : { on: day }) }
  return [{ weight: 3, call: { name: 'answer_invitation', args }, answer: told }]
}

function koreanAnswer(text: string): { what: string; answer: Answer; isInvitation: boolean } | undefined {
  const found = SAID.exec(text)
  const { no, maybe, rest = '' } = found?.groups ?? {}
  if (!found || !TELLS.test(rest)) return undefined
  const what = text.slice(0, found.index)
  const isInvitation = INVITATION.test(what)
  // Somebody is named who is told: that is a message to them.
  if (!isInvitation && (!REPORTED.test(found[0]) || /(?:에게|한테|께)(?: |$)/.test(what))) return undefined
  return { what: what.replace(INVITATION, ' ').trim(), answer: no ? 'no' : maybe ? 'maybe' : 'yes', isInvitation }
}

function englishAnswer({ text }: Utterance): { what: string; answer: Answer; isInvitation: boolean } | undefined {
  for (const [shape, answer] of ENGLISH) {
    const { what, answer: said } = shape.exec(text)?.groups ?? {}
    if (what === undefined) continue
    const isInvitation = what.match(INVITE) !== null
    const isEvent = isInvitation || EVENT.test(what) || /'s /.test(what) || answer !== 'yes' || said !== undefined
    if (!isEvent) return undefined
    const bare = what.replace(INVITE, ' ').replace(/\s+/g, ' ').trim()
    return { what: bare, answer: answer ?? (said?.toLowerCase() as Answer), isInvitation }
  }
  return undefined
}

/** The invitation's words: its title or who invites; '' for the one that waits for an answer. */
function nameOf(rest: string, { before }: Utterance): string | undefined {
  const bare = rest
    .replace(BY, '')
    .replace(/^(?:나|난|나는|저|저는|the|my|this|that|it) ?/i, '')
    .trim()
  const name = bare.replace(/(?<=[가-힣]{2})(?:에|에는|은|는|을|를|도|께서|님)$|['’]s$/, '')
  if (!THIS.test(name)) return name.length > 60 ? undefined : name
  const [, shown] = /^📅 (?:초대|Invitation): (.+)$/m.exec(before) ?? []
  return shown?.trim() ?? ''
}

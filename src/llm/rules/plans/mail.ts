import type { Intent, Utterance } from '../intent.ts'

const ask = '(?:왔|있|없|온 ?거|확인|보여|알려|체크|뭐|몇|읽어|찾아)[가-힣 ]*'
const word = '(?:이?메일|편지)(?:함)?'
const unread = [
  new RegExp(
    `^(?:내 |나한테 )?(?:(?:안 ?읽은|읽지 ?않은|새로 ?온|새|온|아직 안 읽은) ?)${word}(?:이|을|은|도|를)? ?(?:좀 |새로 )?(?:${ask})?$`,
  ),
  new RegExp(
    `^(?:내 |나한테 )?${word}(?:이|을|은|도|를)? ?(?:좀 |새로 |뭐 )?(?:왔|온 ?거|확인|체크|보여|알려)[가-힣 ]*$`,
  ),
  /^(?:(?:do i have|have i got|is there|are there|show me|show|check|what's|any) )?(?:my |any |the )*(?:new |unread )(?:e-?mails?|mail|messages in my inbox)$/i,
  /^(?:check|show|show me|read) (?:my |the )?(?:e-?mails?|mail|inbox)$/i,
]
const searches: [RegExp, 'query' | 'sender'][] = [
  [new RegExp(`^${word}에서 (.+?)(?:을|를)? ?(?:좀 )?(?:찾아|검색해?)(?: ?(?:줘|봐))?$`), 'query'],
  [
    new RegExp(
      `^(.+?)(?:한테서|에게서|에게|한테|이|가|께서)? ?(?:보낸|온|보내온) ${word}(?:을|이|를)? ?(?:좀 )?(?:${ask})?$`,
    ),
    'sender',
  ],
  [/^(?:find|search(?: for)?|look for) (?:e-?mails?|mail) (?:about|with|on) (.+)$/i, 'query'],
  [/^(?:search|look through) (?:my )?(?:e-?mails?|mail|inbox) for (.+)$/i, 'query'],
  [/^(?:(?:show|find)(?: me)?|any|do i have) (?:the |any )?(?:e-?mails?|mail) from (.+)$/i, 'sender'],
]
const usual = 10

/** "안 읽은 메일 있어?", "메일에서 계약서 찾아줘": the mailboxes that are connected. */
export function mail({ text, tools, say }: Utterance): Intent[] | undefined {
  const args = argsOf(text)
  if (!args) return undefined
  if (!tools.has('mail'))
    return /메일|mail|inbox/i.test(text) ? [{ weight: 3, answer: () => say.briefing.noMail }] : undefined
  return [
    {
      weight: 3,
      call: { name: 'mail', args: { action: 'list', limit: usual, ...args } },
      answer: (list) => list.trim(),
    },
  ]
}

function argsOf(text: string): { unread: true } | { query: string } | { sender: string } | undefined {
  if (unread.some((shape) => shape.test(text))) return { unread: true }
  for (const [shape, name] of searches) {
    const found = shape.exec(text)?.[1]?.trim()
    if (found && found.length <= 60) return name === 'query' ? { query: found } : { sender: found }
  }
  return undefined
}

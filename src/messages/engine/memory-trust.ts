import { josa } from '../../std/korean/grammar/particles.ts'

/** The known source of a remembered line. */
interface Origin {
  text: string
  place: string
  confidence: 'sure' | 'likely' | 'doubtful'
  date?: string
  by?: 'noticed' | 'kept' | 'imported'
  until?: string
  source?: string
  before?: string
  conversation?: string
  said?: { text: string }
}

/** So much of a message is quoted. */
const quotedChars = 200
const quoteLine = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > quotedChars ? `${line.slice(0, quotedChars)}…` : line
}

const ko = {
  confidence: { sure: '확실', likely: '확인 전', doubtful: '확인 필요' },
  until: (day: string) => `${day}까지`,
  over: (day: string) => `${day}에 끝남`,
  /** One line with all that is known of it. */
  origin: ({ text, place, date, by, until, source, before, conversation, said }: Origin): string => {
    const how = said
      ? `${date}에 “${quoteLine(said.text)}”${by ? '라고 하신 말씀에서 알게 됐어요' : '라고 하시며 알려주셨어요'}`
      : by === 'imported'
        ? `${date}에 다른 프로그램에서 가져왔어요`
        : date
          ? `${date}에 ${conversation ? '나눈 대화에서 알게 됐는데, 그 말씀은 지금 남아 있지 않아요' : '직접 적어 주셨어요'}`
          : '기억 페이지에 직접 적혀 있어요'
    const more = [
      before && `그 전에는 ‘${before}’${josa(before, '이라고/라고').slice(before.length)} 알고 있었어요`,
      source && `밖에서 온 글(${source})이 섞여 있으니 확인이 필요해요`,
      until && `${until}까지만 맞는 내용이에요`,
    ].filter(Boolean)
    return `- ${text}: ${[how, ...more].join('. ')}. (${[conversation && `대화 ${conversation}`, place].filter(Boolean).join(', ')})`
  },
  noOrigin: '그건 기억해 둔 것이 아니에요.',
  kept: (text: string) => `맞는 기억으로 표시했어요: ${text}`,
  expires: (text: string, day: string) => `${day}까지만 기억할게요: ${text}`,
  noDay: (value: string) => `언제까지인지 알 수 없어요: ${value || '(없음)'}. ‘일요일’이나 2026-12-01처럼 적어 주세요.`,
  changedSince: (text: string) => `그사이 바뀐 줄이라 그대로 두었어요: ${text}`,
  noNumber: (number: string) =>
    `${number}번 줄이 없어요. 번호는 줄마다 정해져 있고, \`assistant memory review\`에서 볼 수 있어요.`,
  reviewHow:
    '`assistant memory review <번호> keep|edit|forget|expire [새 글이나 날짜]`로 정할 수 있어요. 예: `assistant memory review 417 expire 일요일`',
  exports: { own: '내보낸 기억', chatgpt: 'ChatGPT의 대화', claude: 'Claude의 내보내기', text: '글' },
  noFile: (file: string) => `파일을 읽을 수 없어요: ${file}`,
  noFacts: (file: string) =>
    `가져올 기억을 찾지 못했어요: ${file}. 기억을 적은 글, 내보낸 JSON, 또는 압축을 푼 conversations.json을 주세요.`,
  importPreview: (kind: string, count: number, known: number) =>
    `${kind}에서 새로 기억할 것 ${count}줄${known > 0 ? ` (이미 아는 것 ${known}줄은 뺐어요)` : ''}`,
  andMore: (count: number) => `… 그리고 ${count}줄 더`,
  importForeign: (why: string) =>
    `다른 사람의 글로 봐요 (${why}). 기억한 뒤에는 남기거나 보내는 일을 확인해요. 내 글이면 --own을 붙여 주세요.`,
  importQuestion: '이대로 기억할까요?',
  notImported: '아무것도 기억하지 않았어요.',
  notImportedYet: '아무것도 기억하지 않았어요. 이대로 하려면 --yes를 붙여 주세요.',
  imported: (count: number, undo: string) =>
    `${count}줄을 기억했어요. \`assistant memory undo ${undo}\`로 한 번에 되돌릴 수 있어요.`,
  reviewInChat: '`/memory review <번호> keep|edit|forget|expire [새 글이나 날짜]`로 정할 수 있어요.',
  /** Asks for one key. */
  reviewKeys: '[k] 맞아요  [e] 고치기  [f] 잊기  [x] 기한  [s] 다음  [q] 그만: ',
  reviewEdit: '새 글: ',
  reviewUntil: '언제까지인가요? ',
  reviewed: (count: number) => `기억을 다 살펴봤어요. ${count}줄을 정했어요.`,
  reviewStopped: (count: number) => `여기까지 ${count}줄을 정했어요. 나머지는 그대로예요.`,
}
const countLines = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`

const en: typeof ko = {
  confidence: { sure: 'sure', likely: 'not confirmed', doubtful: 'to be checked' },
  until: (day) => `until ${day}`,
  over: (day) => `over since ${day}`,
  origin: ({ text, place, date, by, until, source, before, conversation, said }) => {
    const how = said
      ? `${by ? 'noticed' : 'told'} on ${date}, when you said “${quoteLine(said.text)}”`
      : by === 'imported'
        ? `taken over from another program on ${date}`
        : date
          ? conversation
            ? `learnt in a conversation on ${date}, of which that message is gone`
            : `you wrote it down on ${date}`
          : 'it stands on the page, written by hand'
    const more = [
      before && `before that it was ‘${before}’`,
      source && `text from outside (${source}) had a part in it, so check it`,
      until && `it holds until ${until}`,
    ].filter(Boolean)
    return `- ${text}: ${[how, ...more].join('; ')}. (${[conversation && `conversation ${conversation}`, place].filter(Boolean).join(', ')})`
  },
  noOrigin: 'That is nothing that I have noted.',
  kept: (text) => `Marked as right: ${text}`,
  expires: (text, day) => `Remembered until ${day}: ${text}`,
  noDay: (value) => `That is no day: ${value || '(nothing)'}. Write "sunday" or 2026-12-01.`,
  changedSince: (text) => `This line has changed meanwhile and was left alone: ${text}`,
  noNumber: (number) => `There is no line ${number}. Each line has its number; \`assistant memory review\` shows them.`,
  reviewHow:
    'Decide with `assistant memory review <number> keep|edit|forget|expire [new text or day]`, e.g. `assistant memory review 417 expire sunday`',
  exports: {
    own: 'an export of memory',
    chatgpt: 'conversations with ChatGPT',
    claude: 'an export of Claude',
    text: 'a text',
  },
  noFile: (file) => `The file cannot be read: ${file}`,
  noFacts: (file) =>
    `No facts were found in ${file}. Give a text with a fact a line, an exported JSON, or conversations.json out of its archive.`,
  importPreview: (kind, count, known) =>
    `New in ${kind}: ${countLines(count)}${known > 0 ? ` (${known} known already)` : ''}`,
  andMore: (count) => `… and ${count} more`,
  importForeign: (why) =>
    `It counts as somebody else’s text (${why}): once remembered, whatever keeps or sends something is asked about. If it is yours, add --own.`,
  importQuestion: 'Remember all of it?',
  notImported: 'Nothing was remembered.',
  notImportedYet: 'Nothing was remembered. Add --yes to do it.',
  imported: (count, undo) =>
    `Remembered ${countLines(count)}. \`assistant memory undo ${undo}\` takes everything back.`,
  reviewInChat: 'Decide with `/memory review <number> keep|edit|forget|expire [new text or day]`.',
  reviewKeys: '[k] right  [e] edit  [f] forget  [x] expires  [s] next  [q] quit: ',
  reviewEdit: 'New text: ',
  reviewUntil: 'Until when? ',
  reviewed: (count) => `That was all of it; you decided ${countLines(count)}.`,
  reviewStopped: (count) => `You decided ${countLines(count)}; the others stay as they are.`,
}

export const memoryTrustMessages = { ko, en }

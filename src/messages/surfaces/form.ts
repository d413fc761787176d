const names = {
  email: 'name@example.com',
  uri: 'https://example.com',
  date: '2026-01-31',
  'date-time': '2026-01-31T09:00:00Z',
}
const exampleOf = (format: string) => (Object.hasOwn(names, format) ? names[format as keyof typeof names] : format)

/** `1–5`, `≥ 1`, `≤ 5`: a range of which either end may be open. */
function rangeText(least: number, most: number): string {
  if (!Number.isFinite(most)) return `≥ ${least}`
  return Number.isFinite(least) ? `${least}–${most}` : `≤ ${most}`
}

/** Sentences of a form of questions in the chat. */
const ko = {
  yes: '예',
  no: '아니요',
  leaveOut: '비워 두기',
  required: '꼭 필요한 답이에요.',
  nothing: '맞는 것이 없어요. 글자를 지워 주세요.',
  length: (least: number, most: number) => `글자 수가 맞지 않아요 (${rangeText(least, most)}).`,
  range: (least: number, most: number) => `값이 범위를 벗어났어요 (${rangeText(least, most)}).`,
  count: (least: number, most: number) => `고른 개수가 맞지 않아요 (${rangeText(least, most)}).`,
  number: { whole: '정수를 써 주세요.', any: '숫자를 써 주세요.' },
  format: (format: string) => `이런 모양으로 써 주세요: ${exampleOf(format)}`,
  keys: {
    text: 'Enter 다음 · Shift+Tab 이전 · Esc 답하지 않기 · Ctrl+C 그만두기',
    one: '↑↓ 고르기 · 글자로 찾기 · Enter 다음 · Shift+Tab 이전 · Esc 답하지 않기',
    many: '↑↓ 옮기기 · Space 표시 · Enter 다음 · Esc 답하지 않기',
    none: 'Enter 확인 · Esc 답하지 않기',
  },
  /** The key that leads from one question to the next. */
  stepKeys: {
    text: 'Enter 다음 · Esc 이전 · Ctrl+C 그만두기',
    one: '↑↓ 고르기 · 글자로 찾기 · Enter 다음 · Esc 이전 · Ctrl+C 그만두기',
    many: '↑↓ 옮기기 · Space 표시 · Enter 다음 · Esc 이전',
    none: 'Enter 다음 · Esc 이전',
  },
}

const en: typeof ko = {
  yes: 'Yes',
  no: 'No',
  leaveOut: 'leave out',
  required: 'This has to be answered.',
  nothing: 'Nothing fits. Please delete some letters.',
  length: (least, most) => `Not the right number of characters (${rangeText(least, most)}).`,
  range: (least, most) => `Out of range (${rangeText(least, most)}).`,
  count: (least, most) => `Not the right number of choices (${rangeText(least, most)}).`,
  number: { whole: 'Write a whole number.', any: 'Write a number.' },
  format: (format) => `Write it like this: ${exampleOf(format)}`,
  keys: {
    text: 'Enter next · Shift+Tab back · Esc decline · Ctrl+C cancel',
    one: '↑↓ move · type to search · Enter next · Shift+Tab back · Esc decline',
    many: '↑↓ move · Space mark · Enter next · Esc decline',
    none: 'Enter confirm · Esc decline',
  },
  stepKeys: {
    text: 'Enter next · Esc back · Ctrl+C leave',
    one: '↑↓ move · type to search · Enter next · Esc back · Ctrl+C leave',
    many: '↑↓ move · Space mark · Enter next · Esc back',
    none: 'Enter next · Esc back',
  },
}

export const formMessages = { ko, en }
export type FormMessages = typeof ko

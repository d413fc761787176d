import { counted } from '../counted.ts'

/** Sentences of `assistant trash`. */
const ko = {
  heads: ['번호', '때', '누가', '어디', '무엇'],
  by: { person: '사람', sync: '다른 기기' },
  empty: '휴지통이 비어 있어요.',
  howTo:
    '`assistant trash restore 번호…` 또는 `assistant trash restore --since "어제 15:00"`으로 되살려요. 30일 뒤에 지워져요.',
  restored: (title: string) => `되살렸어요: ${title}`,
  done: {
    'in-the-way': (title: string) => `그 자리에 다른 것이 있어서 되살리지 못했어요: ${title}. 먼저 옮겨 주세요.`,
    unknown: (title: string) => `설정 값이라 저절로 되살리지 못해요. 이 값으로 다시 정해 주세요: ${title}`,
  },
  none: (typed: string) => `휴지통에 없어요: ${typed}. \`assistant trash list\`로 볼 수 있어요.`,
  which:
    '되살릴 번호나 --since를 적어 주세요: `assistant trash restore 1`, `assistant trash restore --since "어제 15:00"`',
  when: (typed: string) => `언제인지 알지 못했어요: ${typed}. "어제 15:00"이나 "2026-11-27 15:00"처럼 적어 주세요.`,
  question: (count: number) => `휴지통의 ${count}개를 영영 지울까요?`,
  needsYes: '영영 지워요. 그래도 좋다면 --yes를 붙여 주세요.',
  kept: '그대로 뒀어요.',
  emptied: (count: number) => `휴지통의 ${count}개를 영영 지웠어요.`,
}

const en: typeof ko = {
  heads: ['No.', 'When', 'By', 'Where', 'What'],
  by: { person: 'you', sync: 'another device' },
  empty: 'The trash is empty.',
  howTo:
    'Bring things back with `assistant trash restore NUMBER…` or `assistant trash restore --since "yesterday 15:00"`. They go after 30 days.',
  restored: (title) => `Brought back: ${title}`,
  done: {
    'in-the-way': (title) => `Something else is in its place, so it stays in the trash: ${title}. Move that first.`,
    unknown: (title) => `A setting cannot be brought back by itself. Set it again to: ${title}`,
  },
  none: (typed) => `Not in the trash: ${typed}. See \`assistant trash list\`.`,
  which:
    'Name the numbers, or a time: `assistant trash restore 1`, `assistant trash restore --since "yesterday 15:00"`',
  when: (typed) => `No time that I know: ${typed}. Write it like "yesterday 15:00" or "2026-11-27 15:00".`,
  question: (count) => `Remove ${counted(count, 'thing')} in the trash for good?`,
  needsYes: 'This removes them for good. Add --yes if that is right.',
  kept: 'Left as it was.',
  emptied: (count) => `Removed ${counted(count, 'thing')} for good.`,
}

export const trashMessages = { ko, en }

const subcommandsKo: Record<string, string> = {
  trash: '지운 것을 30일 동안 두고 되살려요',
  'trash list': '지운 것을 보여줘요',
  'trash restore': '지운 것을 되살려요 (번호나 --since로 여럿)',
  'trash empty': '휴지통을 비워요',
}
const subcommandsEn: typeof subcommandsKo = {
  trash: 'bring back what was removed in the last 30 days',
  'trash list': 'show what was removed',
  'trash restore': 'bring removed things back (by number, or all --since a time)',
  'trash empty': 'remove what is in the trash for good',
}

export const trashSubcommandMessages = { ko: subcommandsKo, en: subcommandsEn }

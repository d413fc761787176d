import type { ToolWordTable } from '../word-table.ts'

/** Sums, dates, skills and the loader of tools: the words of their tools. */
export const basicWords = {
  calculator: {
    ko: {
      title: '계산하기',
      purpose: '정확하게 계산해요 (분수, 큰 수, 함수)',
    },
    en: {
      title: 'Calculate',
      purpose: 'Calculate exactly: fractions, large numbers, functions',
    },
  },
  datetime: {
    ko: {
      title: '날짜 확인하기',
      purpose: '지금 시각, 날짜 차이, 시간대를 계산해요',
      line: () => '날짜 확인하기',
    },
    en: {
      title: 'Look at the calendar',
      purpose: 'The time now, differences of dates, time zones',
      line: () => 'Look at the calendar',
    },
  },
  skill: {
    ko: {
      title: '배워 둔 방법 읽기',
      purpose: '배워 둔 방법(skill)을 읽어요',
    },
    en: {
      title: 'Read a skill',
      purpose: 'Read a skill',
    },
  },
  undo: {
    ko: {
      title: '되돌리기',
      purpose: '방금 한 일을 되돌려요',
      line: () => '방금 한 일 되돌리기',
    },
    en: {
      title: 'Take back',
      purpose: 'Take back what was done last',
      line: () => 'Take back what was done last',
    },
  },
  load_tools: {
    ko: {
      title: '다른 도구 준비하기',
      purpose: '목록에 없는 도구를 준비해요',
    },
    en: {
      title: 'Get more tools ready',
      purpose: 'Gets tools ready that are not listed',
    },
  },
  update_plan: {
    ko: {
      title: '계획 보여주기',
      purpose: '여러 단계로 하는 일의 계획을 편집기에 보여줘요',
    },
    en: {
      title: 'Show the plan',
      purpose: 'Shows the plan of work of several steps in the editor',
    },
  },
} satisfies ToolWordTable

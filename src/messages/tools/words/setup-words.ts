import type { ToolWordTable } from '../word-table.ts'

/** Settings and this computer: the words of their tools. */
export const setupWords = {
  settings: {
    ko: {
      title: '설정 보거나 바꾸기',
      purpose: '이 프로그램의 설정을 보거나 바꿔요',
      things: '설정',
    },
    en: {
      title: 'See or change settings',
      purpose: 'See or change the settings of this program',
      things: 'setting',
    },
  },
  mcp: {
    ko: {
      title: 'MCP 서버 관리하기',
      purpose: 'MCP 서버를 추가하거나 지워요',
    },
    en: {
      title: 'Look after MCP servers',
      purpose: 'Add or remove MCP servers',
    },
  },
  clipboard: {
    ko: {
      title: '클립보드 다루기',
      purpose: '클립보드를 읽거나 바꿔요',
      instead: '클립보드의 예전 내용은 남아 있지 않아요. 다시 복사해 주세요.',
    },
    en: {
      title: 'Use the clipboard',
      purpose: 'Read or replace the clipboard',
      instead: 'What was on the clipboard is gone. Copy it again.',
    },
  },
} satisfies ToolWordTable

import type { ToolWordTable } from '../word-table.ts'

/** Mail: the words of their tools. */
export const mailWords = {
  mail: {
    ko: {
      title: '메일 보기',
      purpose: '메일을 찾고 읽어요 (읽음으로 표시하지 않아요)',
    },
    en: {
      title: 'Look at mail',
      purpose: 'Find and read mail (marks nothing as read)',
    },
  },
  draft_mail: {
    ko: {
      title: '메일 초안 쓰기',
      purpose: '메일 초안을 임시 보관함에 넣어요 (보내지 않아요)',
    },
    en: {
      title: 'Write a draft',
      purpose: 'Write a mail into the drafts (nothing is sent)',
    },
  },
  send_mail: {
    ko: {
      title: '메일 보내기',
      purpose: '메일을 보내요 (매번 확인해요)',
    },
    en: {
      title: 'Send mail',
      purpose: 'Send a mail (asked every time)',
    },
  },
  mark_mail: {
    ko: {
      title: '메일에 표시하기',
      purpose: '메일을 읽음이나 읽지 않음으로 표시해요',
    },
    en: {
      title: 'Mark mail',
      purpose: 'Mark mail as read or unread',
    },
  },
  save_attachment: {
    ko: {
      title: '첨부 파일 저장하기',
      purpose: '메일의 첨부 파일을 저장해요',
    },
    en: {
      title: 'Save an attachment',
      purpose: 'Save an attachment of a mail',
    },
  },
} satisfies ToolWordTable

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
      things: '초안 메일 이메일',
      instead: '보내지는 않았어요. 메일의 임시 보관함에서 지워 주세요.',
    },
    en: {
      title: 'Write a draft',
      purpose: 'Write a mail into the drafts (nothing is sent)',
      things: 'draft mail email',
      instead: 'Nothing was sent. Delete it in the drafts folder of your mail.',
    },
  },
  send_mail: {
    ko: {
      title: '메일 보내기',
      purpose: '메일을 보내요 (매번 확인해요)',
      things: '메일 이메일 답장',
      instead: '이미 보낸 메일이에요. 바로잡는 메일을 이어서 보낼 수 있어요.',
    },
    en: {
      title: 'Send mail',
      purpose: 'Send a mail (asked every time)',
      things: 'mail email e-mail reply',
      instead: 'It has been sent. A mail that corrects it can follow.',
    },
  },
  mark_mail: {
    ko: {
      title: '메일 정리하기',
      purpose: '메일을 읽음으로 표시하거나 보관함, 휴지통, 다른 폴더로 옮겨요',
      things: '메일 이메일',
      instead: '반대로 표시하거나 원래 폴더로 옮겨 달라고 해 주세요.',
    },
    en: {
      title: 'File mail',
      purpose: 'Mark mail as read or unread, archive or move it',
      things: 'mail email',
      instead: 'Ask to mark it the other way, or to move it back.',
    },
  },
  save_attachment: {
    ko: {
      title: '첨부 파일 저장하기',
      purpose: '메일의 첨부 파일을 저장해요',
      things: '첨부 파일',
    },
    en: {
      title: 'Save an attachment',
      purpose: 'Save an attachment of a mail',
      things: 'attachment file',
    },
  },
} satisfies ToolWordTable

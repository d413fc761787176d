import { josa } from '../../../std/korean/grammar/particles.ts'
import { quoteSubject, type ToolWordTable } from '../word-table.ts'

/** Agents, profiles and messages to people: the words of their tools. */
export const peopleWords = {
  agent: {
    ko: {
      title: '비서 관리하기',
      purpose: '비서들을 만들고 고르고 고쳐요',
      things: '비서',
    },
    en: {
      title: 'Look after agents',
      purpose: 'Make, choose and change agents',
      things: 'agent',
    },
  },
  workspace: {
    ko: {
      title: '워크스페이스 관리하기',
      purpose: '워크스페이스를 만들고 바꿔요',
    },
    en: {
      title: 'Look after workspaces',
      purpose: 'Make and switch workspaces',
    },
  },
  profile: {
    ko: {
      title: '함께 쓰는 사람 관리하기',
      purpose: '이 컴퓨터를 함께 쓰는 사람을 관리해요',
      instead: '합친 사람은 나눌 수 없어요. 새로 만들고 기억을 옮겨 주세요.',
    },
    en: {
      title: 'Look after the people here',
      purpose: 'The people who share this machine',
      instead: 'Merged people cannot be parted. Make a new one and move what belongs to it.',
    },
  },
  delegate_task: {
    ko: {
      title: '다른 비서에게 맡기기',
      purpose: '다른 비서에게 일을 맡겨요',
    },
    en: {
      title: 'Hand over',
      purpose: 'Have another agent do a task',
    },
  },
  telegram_send_file: {
    ko: {
      title: '텔레그램으로 파일 보내기',
      purpose: '연결된 사람에게 텔레그램으로 파일을 보내요',
      things: '메시지 텔레그램',
      instead: '이미 보낸 파일이에요. 텔레그램에서 직접 지워 주세요.',
      question: (path) => `${josa(quoteSubject(path), '을/를')} 텔레그램으로 보낼까요?`,
    },
    en: {
      title: 'Send a file by Telegram',
      purpose: 'Send a file to a connected person over Telegram',
      things: 'message telegram',
      instead: 'It has been sent. Delete it in Telegram.',
      question: (path) => `Send ‘${path}’ by Telegram?`,
    },
  },
  telegram_send_message: {
    ko: {
      title: '텔레그램 메시지 보내기',
      purpose: '연결된 사람에게 텔레그램으로 메시지를 보내요',
      things: '메시지 텔레그램',
      instead: '이미 보낸 메시지예요. 텔레그램에서 직접 지우거나 바로잡는 말을 보내 주세요.',
      question: (text) => `텔레그램으로 이렇게 보낼까요?  ${text}`,
    },
    en: {
      title: 'Send by Telegram',
      purpose: 'Send a message to a connected person over Telegram',
      things: 'message telegram',
      instead: 'It has been sent. Delete it in Telegram, or send a correction.',
      question: (text) => `Send this by Telegram?  ${text}`,
    },
  },
} satisfies ToolWordTable

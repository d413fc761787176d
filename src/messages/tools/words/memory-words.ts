import { josa } from '../../../std/korean/grammar/particles.ts'
import { quoteSubject, type ToolWordTable } from '../word-table.ts'

/** Memory, conversations and documents: the words of their tools. */
export const memoryWords = {
  save_memory: {
    ko: {
      title: '기억하기',
      purpose: '오래 남길 사실을 기억해요',
      things: '기억 메모리 메모',
    },
    en: {
      title: 'Remember',
      purpose: 'Remember a lasting fact',
      things: 'memory note',
    },
  },
  search_memory: {
    ko: {
      title: '기억에서 찾기',
      purpose: '기억한 것을 찾아요',
    },
    en: {
      title: 'Search memory',
      purpose: 'Search what is remembered',
    },
  },
  update_memory: {
    ko: {
      title: '기억 고치기',
      purpose: '기억한 것을 고치거나 잊어요',
      things: '기억 메모리 메모',
      question: (line) => `${josa(quoteSubject(line), '이라는/라는')} 기억을 바꿀까요?`,
    },
    en: {
      title: 'Change a memory',
      purpose: 'Correct or forget what is remembered',
      things: 'memory note',
      question: (line) => `Change what is remembered as ‘${line}’?`,
    },
  },
  search_conversations: {
    ko: {
      title: '지난 대화에서 찾기',
      purpose: '지난 대화에서 찾아요',
    },
    en: {
      title: 'Search conversations',
      purpose: 'Search earlier conversations',
    },
  },
  search_documents: {
    ko: {
      title: '문서에서 찾기',
      purpose: '추가해 둔 문서에서 찾아요',
    },
    en: {
      title: 'Search documents',
      purpose: 'Search the documents that were added',
    },
  },
  read_documents: {
    ko: {
      title: '문서 훑어보기',
      purpose: '여러 문서를 훑어 요약하고 비교해요',
    },
    en: {
      title: 'Read documents',
      purpose: 'Summarise and compare whole documents',
    },
  },
} satisfies ToolWordTable

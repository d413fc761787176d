import { josa } from '../../../std/korean/grammar/particles.ts'
import { quoteSubject, type ToolWordTable } from '../word-table.ts'

/** Files: the words of their tools. */
export const fileWords = {
  read_file: {
    ko: {
      title: '파일 읽기',
      purpose: '글 파일을 읽어요',
      line: (path) => `${path} 읽기`,
    },
    en: {
      title: 'Read a file',
      purpose: 'Read a text file',
      line: (path) => `Read ${path}`,
    },
  },
  list_files: {
    ko: {
      title: '폴더 보기',
      purpose: '폴더 안에 무엇이 있는지 봐요',
      line: (path) => `${path === '.' ? '이 폴더' : path} 목록 보기`,
    },
    en: {
      title: 'Look into a folder',
      purpose: 'See the names in a folder',
      line: (path) => `List ${path === '.' ? 'this folder' : path}`,
    },
  },
  search_files: {
    ko: {
      title: '파일에서 찾기',
      purpose: '파일을 이름이나 내용으로 찾아요',
    },
    en: {
      title: 'Search files',
      purpose: 'Find files by their name or content',
    },
  },
  write_file: {
    ko: {
      title: '파일 쓰기',
      purpose: '파일을 새로 만들거나 통째로 바꿔요',
      things: '파일 폴더 문서 메모',
      line: (path) => `${path}에 쓰기`,
      question: (path, risk) =>
        risk === 'low'
          ? `${quoteSubject(path)} 파일을 새로 만들까요?`
          : risk === 'medium'
            ? `${quoteSubject(path)} 파일을 새 내용으로 바꿀까요?`
            : `${quoteSubject(path)} 파일을 저장할까요?`,
    },
    en: {
      title: 'Write a file',
      purpose: 'Make a file, or replace all of it',
      things: 'file folder document note',
      line: (path) => `Write ${path}`,
      question: (path, risk) =>
        risk === 'low'
          ? `Make the new file ‘${path}’?`
          : risk === 'medium'
            ? `Replace all of the file ‘${path}’?`
            : `Save the file ‘${path}’?`,
    },
  },
  edit_file: {
    ko: {
      title: '파일 고치기',
      purpose: '파일의 한 부분을 고쳐요',
      things: '파일 폴더 문서 메모',
      line: (path) => `${path} 고치기`,
      question: (path) => `${quoteSubject(path)} 파일을 고칠까요?`,
    },
    en: {
      title: 'Edit a file',
      purpose: 'Change a piece of a file',
      things: 'file folder document note',
      line: (path) => `Edit ${path}`,
      question: (path) => `Edit the file ‘${path}’?`,
    },
  },
  move_file: {
    ko: {
      title: '파일 옮기기',
      purpose: '파일이나 폴더를 옮기거나 이름을 바꿔요',
      things: '파일 폴더 문서 메모',
      line: (path) => `${path} 옮기기`,
      question: (path) => `${josa(quoteSubject(path), '을/를')} 옮길까요?`,
    },
    en: {
      title: 'Move a file',
      purpose: 'Move or rename a file or folder',
      things: 'file folder document note',
      line: (path) => `Move ${path}`,
      question: (path) => `Move ‘${path}’?`,
    },
  },
  delete_file: {
    ko: {
      title: '파일 지우기',
      purpose: '파일이나 폴더를 지워요 (되돌릴 수 없어요)',
      things: '파일 폴더 문서 메모',
      line: (path) => `${path} 지우기`,
      question: (path) => `${josa(quoteSubject(path), '을/를')} 지울까요?`,
    },
    en: {
      title: 'Delete a file',
      purpose: 'Delete a file or folder (nothing brings it back)',
      things: 'file folder document note',
      line: (path) => `Delete ${path}`,
      question: (path) => `Delete ‘${path}’?`,
    },
  },
  print_image: {
    ko: {
      title: '그림 보여주기',
      purpose: '그림 파일을 보여줘요',
      question: (path) => `${josa(quoteSubject(path), '을/를')} 보여줄까요?`,
    },
    en: {
      title: 'Show a picture',
      purpose: 'Show a picture file',
      question: (path) => `Show ‘${path}’?`,
    },
  },
} satisfies ToolWordTable

import type { ToolWordTable } from '../word-table.ts'

/** Commands, code and git: the words of their tools. */
export const codeWords = {
  shell: {
    ko: {
      title: '명령 실행하기',
      purpose: '작업 폴더에서 명령을 실행해요',
      instead: '명령이 한 일을 모두 알 수는 없어요. 파일이라면 /rewind를, 그 밖의 일은 반대 명령을 써 주세요.',
      line: (command) => `$ ${command}`,
      question: (command) => `이 명령을 실행할까요?  ${command}`,
    },
    en: {
      title: 'Run a command',
      purpose: 'Run a command in the working folder',
      instead: 'Nobody knows all that a command did. For files there is /rewind; else run the opposite command.',
      line: (command) => `$ ${command}`,
      question: (command) => `Run this command?  ${command}`,
    },
  },
  python_repl: {
    ko: {
      title: '파이썬 실행하기',
      purpose: '파이썬을 실행해요 (변수가 남아요)',
      instead: '코드가 한 일을 모두 알 수는 없어요. 직접 확인해 주세요.',
      question: () => '이 파이썬 코드를 실행할까요?',
    },
    en: {
      title: 'Run Python',
      purpose: 'Run Python; variables stay',
      instead: 'Nobody knows all that the code did. Please look.',
      question: () => 'Run this Python code?',
    },
  },
  git: {
    ko: {
      title: 'git 저장소 보기',
      purpose: 'git 저장소를 봐요 (바꾸지 않아요)',
    },
    en: {
      title: 'Look at the git repository',
      purpose: 'Look at the git repository; changes nothing',
    },
  },
  git_commit: {
    ko: {
      title: 'git에 커밋하기',
      purpose: '바뀐 것을 git에 커밋해요',
      things: '커밋',
      instead: '커밋은 git reset --soft HEAD~1 로 풀 수 있어요.',
      question: (message) => `이렇게 커밋할까요?  ${message}`,
    },
    en: {
      title: 'Commit to git',
      purpose: 'Commit changes to git',
      things: 'commit',
      instead: 'A commit is undone by: git reset --soft HEAD~1',
      question: (message) => `Commit like this?  ${message}`,
    },
  },
} satisfies ToolWordTable

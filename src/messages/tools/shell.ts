import { josa } from '../../std/korean/grammar/particles.ts'

/** Sentences of shell, code and commits. */
const ko = {
  command: (cwd: string, command: string) => `${cwd}에서 실행:\n$ ${command}`,
  written: (names: string, more: number) =>
    `이 대화 동안 바뀐 파일을 함께 실행하거나 따를 수 있어요: ${names}${more > 0 ? ` 외 ${more}개` : ''}`,
  code: (cwd: string, code: string) => `${cwd}에서 파이썬 실행:\n${code}`,
  sandboxed: (hosts: string) =>
    `격리된 곳에서 실행해요: ${hosts ? `네트워크는 ${hosts}에만` : '네트워크 없음'}, 작업 폴더만 쓰기 가능(.git과 저절로 실행되는 파일은 읽기만), 홈 폴더와 API 키는 볼 수 없어요.`,
  refusedHosts: (hosts: string) =>
    `연결을 막은 호스트: ${hosts} (sandbox.hosts 설정에 없거나, 공개된 주소가 아니에요).`,
  tooManyFiles: '바뀐 파일이 너무 많아서, 밖에서 온 글로 만들었다고 다 적어 두지 못했어요.',
  bare: '주의: 이 컴퓨터에는 쓸 수 있는 bubblewrap이 없어서 격리 없이 실행해요. 모든 파일과 네트워크를 쓸 수 있어요.',
  sandboxRequired:
    '조직의 정책이 격리된 곳에서만 실행하게 하는데, 이 컴퓨터에는 쓸 수 있는 샌드박스(bubblewrap)가 없어요. 실행하지 않았어요.',
  noFolder: '작업 폴더가 없는 화면이라 실행할 수 없어요.',
  nul: '명령에 NUL 문자가 있어서 실행할 수 없어요.',
  missing: (bytes: number) => `… 가운데 ${bytes.toLocaleString('ko')}바이트 생략 …`,
  timeout: (seconds: number) =>
    `${seconds}초가 지나서 멈췄어요. 더 작은 일로 나누거나 limits.shellMs 설정을 늘려 주세요.`,
  limit: () => '프로세스나 메모리, 디스크를 너무 많이 써서 멈췄어요. 더 작은 일로 나눠 주세요.',
  moved: (names: string) =>
    `다른 프로그램이 저절로 실행하는 파일은 이름을 바꿔 두었어요: ${names}. 필요하면 확인한 뒤 이름을 되돌리거나 write_file로 만들어 주세요.`,
  killed: '신호를 받고 끝났어요.',
  silent: '끝났어요. 출력은 없어요.',
  exit: (code: number) => `종료 코드 ${code}`,
  noPython: '파이썬이 없어요. python3를 설치하면 쓸 수 있어요.',
  died: '파이썬이 끝나서 변수가 사라졌어요. 다음 실행은 새로 시작해요.',
  lost: (seconds: number) => `${seconds}초가 지나서 파이썬을 멈췄어요. 변수는 사라졌어요.`,
  noRepository: 'git 저장소가 아니에요.',
  noGit: 'git이 없어요. git을 설치해 주세요.',
  locked: '다른 git 작업이 이 저장소를 쓰고 있어요(index.lock). 그 일이 끝난 뒤 다시 해 주세요.',
  badRevision: (rev: string) => `${josa(`‘${rev}’`, '은/는')} 커밋이나 브랜치의 이름이 아니에요.`,
  outside: (path: string) => `${josa(`‘${path}’`, '은/는')} 작업 폴더 밖이에요.`,
  onePath: 'blame에는 paths로 파일 하나를 알려주세요.',
  nothingToCommit: '커밋할 것이 없어요. paths로 파일을 알려주거나 먼저 git add를 해 주세요.',
  commit: (message: string) => `git 커밋:\n${message}`,
  hooks: '저장소의 git 훅도 함께 실행될 수 있어요.',
}

const en: typeof ko = {
  command: (cwd, command) => `Run in ${cwd}:\n$ ${command}`,
  written: (names, more) =>
    `It may run or obey files that changed during this conversation: ${names}${more > 0 ? ` and ${more} more` : ''}`,
  code: (cwd, code) => `Run Python in ${cwd}:\n${code}`,
  sandboxed: (hosts) =>
    `It runs isolated: ${hosts ? `network to ${hosts} only` : 'no network'}, only the working folder writable (.git and files that run by themselves only readable), home folder and keys hidden.`,
  refusedHosts: (hosts) =>
    `Hosts that were refused: ${hosts} (not in the setting sandbox.hosts, or no public address).`,
  tooManyFiles: 'So many files changed that not all could be noted as made from text from outside.',
  bare: 'Careful: there is no working bubblewrap on this machine, so it runs without isolation and can reach all files and the network.',
  sandboxRequired:
    'The policy of this machine wants commands in a sandbox, and there is no working one (bubblewrap). Nothing was run.',
  noFolder: 'There is no working folder here, so nothing can be run.',
  nul: 'The command holds a NUL character and cannot be run.',
  missing: (bytes) => `… ${bytes.toLocaleString('en')} bytes left out …`,
  timeout: (seconds) => `Stopped after ${seconds} s. Split it into smaller steps, or raise the setting limits.shellMs.`,
  limit: () =>
    'Stopped: it took too many processes, too much memory or too much of the disk. Split it into smaller steps.',
  moved: (names) =>
    `Files that other programs run by themselves were renamed: ${names}. Look at them and rename them back, or make them with write_file.`,
  killed: 'Ended by a signal.',
  silent: 'Done, without output.',
  exit: (code) => `Exit code ${code}`,
  noPython: 'There is no Python. Install python3 to use this.',
  died: 'Python ended and its variables are gone. The next call starts anew.',
  lost: (seconds) => `Python was stopped after ${seconds} s. Its variables are gone.`,
  noRepository: 'This is no git repository.',
  noGit: 'There is no git. Please install it.',
  locked: 'Another git is working on this repository (index.lock). Try again when it has finished.',
  badRevision: (rev) => `‘${rev}’ is no name of a commit or branch.`,
  outside: (path) => `‘${path}’ is outside the working folder.`,
  onePath: 'blame wants one file in paths.',
  nothingToCommit: 'Nothing to commit. Name files with paths, or git add them first.',
  commit: (message) => `git commit:\n${message}`,
  hooks: 'Git hooks of the repository may run too.',
}

export const shellMessages = { ko, en }

import { josa } from '../../std/korean/grammar/particles.ts'
import { counted } from '../counted.ts'

/** Sentences of `assistant trust` and the question at the start of the chat. */
const ko = {
  heads: {
    new: (path: string) => `${path}: 아직 보지 않은 프로젝트 설정이에요.`,
    changed: (path: string) => `${path}: 믿는다고 한 뒤에 내용이 바뀌었어요.`,
    yes: (path: string) => `${path}: 믿는다고 한 내용 그대로예요.`,
    no: (path: string) => `${path}: 믿지 않는다고 한 내용이에요.`,
  },
  destination: '말과 키가 가는 곳이 정해져요',
  personal: '프로젝트가 정할 수 없는 설정이라 쓰지 않아요',
  unknown: '모르는 설정이라 쓰지 않아요',
  noJson: '  읽을 수 없는 파일이에요. 설정으로 쓸 것이 없어요.',
  empty: '  정해진 설정이 없어요.',
  instructions: (path: string) => `${path}: 이 폴더를 믿으면 비서가 읽는 지시예요. 권한이나 주소는 정하지 못해요.`,
  servers: (path: string) => `${path}: MCP 서버는 이 폴더를 믿어도 하나씩 다시 물어봐요.`,
  more: (lines: number) => `… ${lines}줄 더`,
  nothing: (folder: string) => `${folder}에는 프로젝트 설정이 없어요.`,
  question: (folders: string) => `${folders}의 설정과 지시를 이 내용 그대로 믿을까요?`,
  trusted: (folders: string) => `이 내용을 믿을게요: ${folders}. 설정이 바뀌면 다시 물어봐요.`,
  undecided: '믿을지는 다음에 다시 물어볼게요. 쓰신 글은 입력줄에 두었어요.',
  declined: '믿지 않고 그 설정 없이 할게요. 마음이 바뀌면: assistant trust',
  removed: (folders: string) => `이제 믿지 않아요: ${folders}`,
  needsYes: '내용을 보고 믿으려면 --yes를 붙여 주세요.',
  /** 누구의 글인지. `where`: 온 곳. */
  owner: {
    own: (folder: string) => `${folder}: 내 글로 봐요.`,
    foreign: (folder: string, why: string) =>
      `${folder}: 다른 사람의 글로 봐요 (${why}). 읽은 뒤에는 남기거나 보내는 일을 확인해요.`,
    why: {
      said: '그렇게 정해 둠',
      trusted: '믿는 폴더',
      outside: '작업 폴더 밖',
      filled: '다른 프로그램이 채우는 폴더',
      downloads: '내려받은 파일이 있는 폴더',
      unpacked: '압축 파일에서 풀림',
      cloned: '받아 온 저장소',
      authors: '다른 사람이 시작한 저장소',
      user: '다른 사용자의 파일',
      marked: '내려받은 파일',
      written: '밖에서 온 글로 쓴 파일',
      restored: '다른 사람의 백업에서 되돌림',
      synced: '다른 사람의 저장소와 동기화함',
      open: '비밀번호 없이 누구나 쓸 수 있는 저장소와 동기화함',
      nothing: '',
    },
    question: (folder: string) => `${folder}의 글을 내 것으로 볼까요?`,
    /** 설정이나 지시도 있고, 다른 사람의 글로 보이는 폴더. */
    both: {
      question: (folder: string) =>
        `${josa(folder, '을/를')} 내 폴더로 볼까요? 네: 위 설정과 지시를 이 내용 그대로 따르고 글도 내 글로 봐요. 아니요: 따르지 않고 다른 사람의 글로 봐요.`,
      yes: (folder: string) => `내 폴더로 볼게요: ${folder}. 설정이 바뀌면 다시 물어봐요.`,
      no: (folder: string) =>
        `${folder}의 설정과 지시는 따르지 않고, 글은 다른 사람의 글로 볼게요. 바꾸려면: assistant trust`,
    },
    change: '바꾸려면: assistant trust 폴더 --own 또는 --foreign',
    oneOf: '--own과 --foreign 가운데 하나만 써 주세요.',
  },
}

const en: typeof ko = {
  heads: {
    new: (path) => `${path}: project settings that you have not seen yet.`,
    changed: (path) => `${path}: has changed since you agreed to it.`,
    yes: (path) => `${path}: is what you agreed to.`,
    no: (path) => `${path}: you said no to this content.`,
  },
  destination: 'decides where words and keys go',
  personal: 'not used: a project cannot set this',
  unknown: 'not used: there is no such setting',
  noJson: '  It cannot be read as settings: there is nothing to use in it.',
  empty: '  It sets nothing.',
  instructions: (path) =>
    `${path}: instructions that are read once the folder is trusted. They decide neither permissions nor addresses.`,
  servers: (path) => `${path}: MCP servers, each of which is still asked about.`,
  more: (lines) => `… ${counted(lines, 'more line')}`,
  nothing: (folder) => `${folder} has no project settings.`,
  question: (folders) => `Trust the settings and instructions of ${folders} as they are now?`,
  trusted: (folders) => `Trusted as it is now: ${folders}. When the settings change, you are asked again.`,
  undecided: 'You will be asked again next time. What you typed stands in the input line.',
  declined: 'Not trusted; going on without those settings. To decide anew: assistant trust',
  removed: (folders) => `No longer trusted: ${folders}`,
  needsYes: 'Add --yes to trust what is shown.',
  owner: {
    own: (folder) => `${folder}: its text counts as yours.`,
    foreign: (folder, why) =>
      `${folder}: its text counts as somebody else’s (${why}). After it is read, whatever keeps or sends something is asked about.`,
    why: {
      said: 'you said so',
      trusted: 'a trusted folder',
      outside: 'outside the working folder',
      filled: 'a folder that other programs fill',
      downloads: 'a folder of downloads',
      unpacked: 'unpacked from an archive',
      cloned: 'a repository that was cloned',
      authors: 'a repository that somebody else began',
      user: 'files of another user',
      marked: 'a downloaded file',
      written: 'written out of text from outside',
      restored: 'restored from somebody else’s backup',
      synced: 'synced with somebody else’s store',
      open: 'synced with a store that anybody can write to, without a password',
      nothing: '',
    },
    question: (folder) => `Does the text in ${folder} count as yours?`,
    both: {
      question: (folder) =>
        `Is ${folder} a folder of yours? Yes: its settings and instructions hold as they are now, and its text counts as yours. No: they do not, and its text counts as somebody else’s.`,
      yes: (folder) => `Counts as yours: ${folder}. When its settings change, you are asked again.`,
      no: (folder) =>
        `The settings and instructions of ${folder} are not used, and its text counts as somebody else’s. To change it: assistant trust`,
    },
    change: 'To change it: assistant trust FOLDER --own or --foreign',
    oneOf: 'Use either --own or --foreign.',
  },
}

export const trustMessages = { ko, en }

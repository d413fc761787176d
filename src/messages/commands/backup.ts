import { counted } from '../counted.ts'

/** Sentences of `assistant backup` and `assistant restore`. */
const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

interface Preview {
  changed: string[]
  added: string[]
  gone: string[]
}

const ko = {
  progress: (files: number, bytes: number) => `백업하는 중… 파일 ${files}개, ${formatMegabytes(bytes)}`,
  made: (path: string, files: number, bytes: number) =>
    `백업했어요: ${path} (파일 ${files}개, ${formatMegabytes(bytes)})`,
  withKeys: 'API 키와 로그인도 들어 있어요. 비밀번호를 잊으면 아무도 열 수 없어요.',
  withoutKeys: 'API 키와 로그인은 넣지 않았어요. 함께 넣으려면 --encrypt를 붙여 주세요.',
  left: (names: readonly string[]) =>
    `읽지 못해서 빠진 것이 ${names.length}개 있어요: ${names.slice(0, 5).join(', ')}. \`assistant doctor\`가 되찾는 방법을 알려줘요. 그다음 다시 백업해 주세요.`,
  lacks: (names: readonly string[]) =>
    `만들 때 읽지 못해서 이 백업에 없는 것이 ${names.length}개 있어요: ${names.slice(0, 5).join(', ')}`,
  missing: (path: string) => `파일이 없어요: ${path}`,
  there: (path: string) => `이미 있는 파일이에요: ${path}. 다른 이름을 쓰거나 먼저 옮겨 주세요.`,
  passphrase: '백업의 비밀번호: ',
  newPassphrase: '백업을 잠글 비밀번호 (8자 이상): ',
  again: '한 번 더: ',
  differ: '두 번 쓴 비밀번호가 서로 달라요. 다시 해 주세요.',
  short: '비밀번호가 8자보다 짧아요. 더 길게 정해 주세요.',
  found: (at: string, files: number, bytes: number) =>
    `${at}에 만든 백업이에요. 파일 ${files}개, ${formatMegabytes(bytes)}.`,
  whole: '백업이 온전해요. 아무것도 바꾸지 않았어요.',
  question:
    '여기 있는 기억, 대화, 설정을 이 백업으로 바꿀까요? 여기 있던 것은 지우지 않고 옮겨 둬요. 훅과 서비스도 들어 있으니, 직접 만든 백업만 되돌려 주세요.',
  rights:
    '암호화하지 않은 백업이라, 누가 무엇을 해도 되는지(허용 규칙, 훅, 믿는 파일, MCP 승인, 텔레그램과 HTTP에 들인 사람)는 되돌리지 않아요. 내가 만든 백업이면 --rights를 붙여 주세요.',
  foreign: (why: string, home: string) =>
    `다른 사람의 백업으로 봐요 (${why}). 되돌린 뒤에는 기억과 대화도 밖의 글이라, 남기거나 보내는 일을 확인해요. 내 것이면 \`assistant trust ${home} --own\`을 해 주세요.`,
  programs:
    '권한(허용 규칙, 훅, 믿는 파일, MCP 승인, 텔레그램과 HTTP에 들인 사람)과 서비스, 명령, skill은 되돌리지 않아요. 내가 만든 백업이면 --rights를 붙여 주세요.',
  needsYes: '묻지 않고 바꾸려면 --yes를 붙여 주세요.',
  kept: '바꾸지 않았어요.',
  restored: '백업으로 되돌렸어요.',
  before: (folder: string) => `여기 있던 것은 ${folder}에 두었어요.`,
  busy: (pid: number) => `다른 프로세스(${pid})가 지금 쓰고 있어요. 열린 대화와 daemon, serve를 끝내고 다시 해 주세요.`,
  faults: {
    'no-backup': (path: string) => `assistant의 백업이 아니에요: ${path}`,
    locked: () => '이 비밀번호로는 열리지 않아요. 비밀번호를 확인해 주세요.',
    'cut-off': () => '백업이 중간에 끊겼어요. 끝까지 복사된 파일인지 확인해 주세요. 여기 있는 것은 그대로예요.',
    changed: () => '백업의 내용이 만들 때와 달라요. 다른 사본을 써 주세요. 여기 있는 것은 그대로예요.',
    large: () => '풀면 너무 커지는 파일이라 멈췄어요. 내가 만든 백업인지 확인해 주세요. 여기 있는 것은 그대로예요.',
    newer: () => '더 새로운 버전이 만든 백업이에요. assistant를 업데이트하고 다시 해 주세요.',
  },
  willMerge:
    '다른 기기와 함께 쓰는 기억이에요. 백업의 것과 그 뒤의 것을 합쳐요. 백업의 것만 남기려면 --replace를 붙여 주세요.',
  merged: '다음 동기화 때 다른 기기의 것과 합쳐요. 그 뒤에 생긴 것은 하나도 없어지지 않아요.',
  replaced: '다른 기기에서도 백업의 것만 남기려면 `assistant sync now --really`를 해 주세요.',
  preview: ({ changed, added, gone }: Preview) =>
    [
      `바뀌는 파일 ${changed.length}개, 돌아오는 파일 ${added.length}개, 옆으로 옮겨지는 파일 ${gone.length}개`,
      ...[
        ...changed.map((name) => `~ ${name}`),
        ...added.map((name) => `+ ${name}`),
        ...gone.map((name) => `- ${name}`),
      ].slice(0, 40),
    ].join('\n'),
}

const en: typeof ko = {
  progress: (files, bytes) => `Backing up… ${counted(files, 'file')}, ${formatMegabytes(bytes)}`,
  made: (path, files, bytes) => `Backed up to ${path} (${counted(files, 'file')}, ${formatMegabytes(bytes)})`,
  withKeys: 'It holds API keys and logins, too. Nobody can open it without the passphrase.',
  withoutKeys: 'API keys and logins are not in it. Add --encrypt to take them along.',
  left: (names) =>
    `Left out, because it could not be read: ${counted(names.length, 'thing')} (${names.slice(0, 5).join(', ')}). \`assistant doctor\` says how to get it back; then back up again.`,
  lacks: (names) =>
    `Not in this backup, because it could not be read: ${counted(names.length, 'thing')} (${names.slice(0, 5).join(', ')})`,
  missing: (path) => `There is no such file: ${path}`,
  there: (path) => `There is a file already: ${path}. Choose another name or move it first.`,
  passphrase: "The backup's passphrase: ",
  newPassphrase: 'A passphrase for the backup (8 characters or more): ',
  again: 'Once more: ',
  differ: 'The two passphrases differ. Try again.',
  short: 'The passphrase is shorter than 8 characters. Choose a longer one.',
  found: (at, files, bytes) => `A backup made at ${at}: ${counted(files, 'file')}, ${formatMegabytes(bytes)}.`,
  whole: 'The backup is whole. Nothing was changed.',
  question:
    'Replace the memory, conversations and settings here with this backup? What is here is moved aside, not deleted. Hooks and services are in it, too: restore only a backup that you made.',
  rights:
    'It is not encrypted, so what says who may do what is left out: allow rules, hooks, trusted files, approved MCP servers, who was let in by Telegram and HTTP. If you made it yourself, add --rights.',
  foreign: (why, home) =>
    `It counts as somebody else’s backup (${why}). Its memory and conversations are text from outside then: whatever keeps or sends something is asked about. If it is yours: assistant trust ${home} --own`,
  programs:
    'What says who may do what (allow rules, hooks, trusted files, approved MCP servers, who was let in) and services, commands and skills are left out. If you made it yourself, add --rights.',
  needsYes: 'Add --yes to replace them without a question.',
  kept: 'Nothing was changed.',
  restored: 'The backup is in place.',
  before: (folder) => `What was here is in ${folder}.`,
  busy: (pid) => `Process ${pid} is using it. End open chats, the daemon and serve, then try again.`,
  faults: {
    'no-backup': (path) => `Not a backup of assistant: ${path}`,
    locked: () => 'This passphrase does not open it. Check the passphrase.',
    'cut-off': () => 'The backup was cut off. Check that all of it was copied. What is here is unchanged.',
    changed: () => 'The backup is not as it was made. Use another copy. What is here is unchanged.',
    large: () =>
      'It becomes too large when it is unpacked. Check that you made it yourself. What is here is unchanged.',
    newer: () => 'A newer version made this backup. Update assistant, then try again.',
  },
  willMerge:
    'This memory is shared with other devices: what the backup has is merged with what came since. Add --replace to leave only what the backup has.',
  merged: 'The next sync merges it with the other devices. Nothing that came since is lost.',
  replaced: 'To leave only what the backup has on the other devices, too, run `assistant sync now --really`.',
  preview: ({ changed, added, gone }) =>
    [
      `${changed.length} files change, ${added.length} come back, ${gone.length} are moved aside`,
      ...[
        ...changed.map((name) => `~ ${name}`),
        ...added.map((name) => `+ ${name}`),
        ...gone.map((name) => `- ${name}`),
      ].slice(0, 40),
    ].join('\n'),
}

export const backupMessages = { ko, en }

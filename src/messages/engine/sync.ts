import { josa } from '../../std/korean/grammar/particles.ts'
import { counted } from '../counted.ts'
import { syncSafetyMessages } from './sync-safety.ts'

/** Sentences of `assistant sync`. */
const kindsKo = {
  memory: '기억 (비서, 워크스페이스, 프로필, 문서 목록, 서비스도)',
  conversations: '대화',
  tasks: '할 일 (알림, 예약, 목록, 가계부, 텔레그램 수신 상태)',
}

const formatKilobytes = (bytes: number) =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

/** Data of a notice about a store that is away. */
type Away = Record<string, unknown>

const faultsKo = {
  away: (place: string, why: string) =>
    `저장소에 연결하지 못했어요: ${place} (${why}). 이 기기에서는 그대로 쓸 수 있고, 돌아오면 이어서 맞춰요.`,
  denied: (place: string, why: string) => `저장소가 거절했어요: ${place} (${why}). 권한을 확인해 주세요.`,
  full: (place: string, why: string) => `저장소가 가득 찼어요: ${place} (${why}).`,
  slow: (place: string) => `저장소가 제때 대답하지 않아요: ${place}. 이 기기에서는 그대로 쓸 수 있어요.`,
  empty: (place: string) =>
    `저장소가 비어 있어요: ${place}. 드라이브가 연결됐는지 확인해 주세요. 아무것도 바꾸지 않았어요.`,
  foreign: (place: string) => `assistant의 저장소가 아니에요: ${place}. 빈 곳을 골라 주세요. 아무것도 바꾸지 않았어요.`,
  newer: (place: string) =>
    `더 새로운 버전의 assistant가 쓰는 저장소예요: ${place}. 업데이트해 주세요. 아무것도 바꾸지 않았어요.`,
  locked: () => '비밀번호가 달라요. 아무것도 바꾸지 않았어요.',
}
const faultsEn: typeof faultsKo = {
  away: (place, why) =>
    `The store cannot be reached: ${place} (${why}). Everything works here, and sync goes on when it is back.`,
  denied: (place, why) => `The store refused: ${place} (${why}). Check the permissions.`,
  full: (place, why) => `The store is full: ${place} (${why}).`,
  slow: (place) => `The store does not answer in time: ${place}. Everything works here.`,
  empty: (place) => `The store is empty: ${place}. Check that the drive is connected. Nothing was changed.`,
  foreign: (place) => `Not a store of assistant: ${place}. Choose an empty place. Nothing was changed.`,
  newer: (place) => `A newer version of assistant uses this store: ${place}. Update first. Nothing was changed.`,
  locked: () => 'Another passphrase locks it. Nothing was changed.',
}

const awayOf = (faults: typeof faultsKo, rings: string, { fault, place, reason }: Away) => {
  const sentence = faults[String(fault) as keyof typeof faultsKo](String(place), String(reason))
  return /^rediss?[:+]/.test(String(place)) ? `${sentence} ${rings}` : sentence
}

/** The promise that holds while a store with leases is away. */
const ringsKo =
  '그동안 이 기기에서 정한 알림은 여기서 울려요. 다른 기기에서 한 번 더 울릴 수도 있어요. 텔레그램과 예약은 저장소에 연결된 기기만 해요.'
const ringsEn =
  'Meanwhile what you set on this device rings here, and may ring on another one as well. Telegram and schedules run only on a device that reaches the store.'

const ko = {
  notices: {
    'sync-held': (data: Away) => syncSafetyMessages.ko.held({ count: Number(data.count), path: String(data.path) }),
    'sync-mended': (data: Away) => syncSafetyMessages.ko.mended({ count: Number(data.count), path: String(data.path) }),
    'sync-renewed': ({ id }: Away) => syncSafetyMessages.ko.renewed(String(id)),
    'sync-differs': ({ names }: Away) => syncSafetyMessages.ko.apart(String(names)),
    'sync-away': (data: Away) => awayOf(faultsKo, ringsKo, data),
    'sync-back': () => '동기화 저장소가 돌아와서 다시 맞추고 있어요.',
    'sync-refused': ({ count, path }: Away) =>
      `동기화 저장소에서 온전하지 않거나 이 버전이 모르는 것 ${count}개를 받지 않았어요: ${path}. 이 기기에 있던 것은 그대로예요.`,
    'sync-contradicts': (data: Away) =>
      `다른 기기에서도 같은 것을 고쳐서 서로 다른 내용이 ${data.count}개 있어요: \`/sync\` 또는 \`assistant sync resolve\``,
  },
  kinds: kindsKo,
  neverShared:
    '나누지 않는 것: 키와 로그인과 설정, MCP 서버, 권한, 스킬과 명령, 이체 장부와 예약 이체, 사용량과 감사 기록, 캐시, 모델, 색인',
  made: (place: string) => `저장소를 만들고 이 기기를 연결했어요: ${place}`,
  joined: (place: string) => `저장소에 연결했어요: ${place}`,
  again: '다른 기기에서도 같은 곳으로 `assistant sync init`을 해 주세요.',
  already: (place: string) => `이미 연결돼 있어요: ${place}. 바꾸려면 먼저 \`assistant sync leave\`를 해 주세요.`,
  left: '연결을 끊었어요. 이 기기의 기억과 대화는 그대로예요.',
  none: '동기화를 설정하지 않았어요. `assistant sync init 폴더`로 시작해요.',
  noPlace: '공유할 폴더나 Redis, WebDAV(https://…) 주소를 적어 주세요: `assistant sync init ~/Dropbox/assistant`',
  passphrase: '저장소의 비밀번호: ',
  newPassphrase: '저장소를 잠글 비밀번호 (8자 이상): ',
  needsPassphrase: '암호화된 저장소예요. 비밀번호를 --password-file로 주거나 터미널에서 실행해 주세요.',
  short: '비밀번호가 8자보다 짧아요. 더 길게 정해 주세요.',
  differ: '두 번 쓴 비밀번호가 서로 달라요. 다시 해 주세요.',
  oncemore: '한 번 더: ',
  notLocked: '이미 암호화 없이 쓰고 있는 저장소예요. 빈 곳을 골라 주세요.',
  done: (sent: number, received: number, bytes: number) =>
    sent + received === 0
      ? '바뀐 것이 없어요.'
      : `보낸 파일 ${sent}개, 받은 파일 ${received}개 (${formatKilobytes(bytes)})`,
  waiting: (count: number) => `지금 쓰고 있는 파일 ${count}개에는 닫힌 뒤에 받아 적어요.`,
  copies: (count: number) => `복사 프로그램이 만든 충돌 사본 ${count}개를 합치고 지웠어요.`,
  ...syncSafetyMessages.ko,
  refused: {
    large: syncSafetyMessages.ko.large,
    closed: syncSafetyMessages.ko.closed,
    damaged: (path: string) => `온전하지 않아서 아직 받지 않았어요: ${path}`,
    locked: (path: string) => `다른 비밀번호로 잠겨 있어서 받지 않았어요: ${path}`,
    newer: (path: string) => `더 새로운 버전이 썼어요. assistant를 업데이트해 주세요: ${path}`,
    garbage: (path: string) => `동기화할 수 있는 내용이 아니어서 받지 않았어요: ${path}`,
    early: (path: string) => `앞의 것이 아직 도착하지 않아 기다려요: ${path}`,
  },
  faults: faultsKo,
  status: {
    store: '저장소',
    device: '이 기기',
    paused: '멈춰 있어요 (`assistant sync resume`으로 다시)',
    encrypted: '암호화',
    yes: '예',
    no: '아니요',
    shared: '나누는 것',
    without: '이 기기에만 두는 것',
    open: (home: string) =>
      `비밀번호가 없어서 누구나 쓸 수 있는 저장소예요. 여기서 받은 글은 다른 사람의 글로 봐요. 나만 쓰면: assistant trust ${home} --own`,
    servicesNeedKey: '서비스는 프로그램이라서 암호화된 저장소에서만 나눠요.',
    unsent: '보낼 것',
    lastRound: '마지막으로 맞춘 때',
    never: '아직 없음',
    conflicts: (count: number) => `서로 다른 내용 ${count}개: \`assistant sync resolve\``,
    devices: '기기',
    promise: {
      fenced: '약속: 원격 작업은 한 번에 한 기기에서만 돌아요 (60초 임대).',
      named: '약속: 폴더나 WebDAV로는 한 기기만 돈다고 보장할 수 없어요. 원격 작업은 정해 둔 기기에서만 돌아요.',
    },
    runner: (name: string) => `원격 작업(텔레그램, 알림, 예약)을 맡은 기기: ${name}`,
    noRunner: '원격 작업을 맡은 기기가 없어서 기기마다 따로 해요. `assistant sync devices --runner 이름`으로 정해요.',
    nobody: '아무도 맡고 있지 않아요.',
  },
  units: { minutesAgo: (minutes: number) => (minutes < 1 ? '방금' : `${minutes}분 전`) },
  heads: ['기기', '이름', '받은 것', '마지막 소식'],
  me: '(이 기기)',
  runnerSet: (name: string) => `이제 ${josa(name, '이/가')} 원격 작업을 맡아요.`,
  runnerCleared: '원격 작업을 기기마다 따로 해요.',
  noDevice: (name: string) => `그런 기기가 없어요: ${name}. \`assistant sync devices\`로 볼 수 있어요.`,
  paused: '동기화를 멈췄어요. `assistant sync resume`으로 다시 시작해요.',
  resumed: '동기화를 다시 시작했어요.',
  isPaused: '동기화가 멈춰 있어요. `assistant sync resume`으로 다시 시작해요.',
  noLog: '동기화가 바꾼 것이 아직 없어요.',
  logHeads: ['번호', '때', '파일', '한 일'],
  did: { created: '만듦', changed: '고침', deleted: '지움', added: '이어 씀' },
  undone: (path: string) => `되돌렸어요: ${path}`,
  cannotUndo: {
    none: (id: string) => `그런 번호가 없어요: ${id}. \`assistant sync log\`로 볼 수 있어요.`,
    changed: (path: string) => `그 뒤에 또 바뀌어서 되돌릴 수 없어요: ${path}`,
    added: (path: string) => `대화는 덧붙기만 해서 되돌릴 것이 없어요: ${path}`,
  },
  noConflicts: '서로 다른 내용이 없어요.',
  conflict: (id: number, path: string, kept: string, other: string) =>
    `${id}. ${path}\n   지금: ${kept}\n   다른 쪽: ${other}`,
  howToResolve: '`assistant sync resolve 번호 --keep now|other|both`로 골라요.',
  resolved: (id: string) => `${id}번을 정리했어요.`,
  cannotResolve: {
    none: (id: string) => `그런 번호가 없어요: ${id}`,
    'only-one': () => '설정은 둘 다 둘 수 없어요. --keep now 또는 other를 골라 주세요.',
    busy: () => '지금 다른 곳에서 쓰고 있는 파일이라 바꾸지 못했어요. 잠시 뒤에 다시 해 주세요.',
  },
  chat: {
    status: (device: string, others: string, ago: string, bytes: number) =>
      [
        `동기화: ${device}`,
        others || '다른 기기 없음',
        ago,
        bytes > 0 ? `보낼 것 ${formatKilobytes(bytes)}` : '보낼 것 없음',
      ].join(' · '),
    met: (ago: string) => `${ago} 맞춤`,
    title: (at: number, count: number, path: string) => `서로 다른 내용 ${at}/${count}: ${path}`,
    question: '어느 쪽을 둘까요?',
    now: '지금',
    other: '다른 쪽',
    none: '(없음)',
    keep: { now: '1 지금 것만', other: '2 다른 쪽 것만', both: '3 둘 다', later: '0 나중에' },
    kept: { now: '지금 것을 두었어요', other: '다른 쪽 것을 두었어요', both: '둘 다 두었어요' },
    left: (count: number) => `서로 다른 내용 ${count}개는 그대로 두었어요.`,
  },
  noKind: (kind: string) => `그런 종류가 없어요: ${kind}. ${Object.keys(kindsKo).join(', ')} 가운데서 골라 주세요.`,
  thePlace: '같은_폴더',
  invited:
    '새 기기에서 이 명령을 실행해 주세요. 코드는 한 시간 동안 한 번만 쓸 수 있고 비밀번호를 대신해요. 다른 사람에게 보여주지 마세요.',
  invitedOpen: '새 기기에서 이 명령을 실행해 주세요. 암호화하지 않은 저장소라서 코드가 필요 없어요.',
  badCode: '코드가 다르거나, 한 시간이 지났거나, 이미 쓴 코드예요. `assistant sync invite`로 새로 받아 주세요.',
  nowShared: (kind: string) => `이제 ${josa(kind, '을/를')} 나눠요.`,
  nowKept: (kind: string) => `이제 ${josa(kind, '은/는')} 이 기기에만 둬요.`,
}

const en: typeof ko = {
  notices: {
    'sync-held': (data) => syncSafetyMessages.en.held({ count: Number(data.count), path: String(data.path) }),
    'sync-mended': (data) => syncSafetyMessages.en.mended({ count: Number(data.count), path: String(data.path) }),
    'sync-renewed': ({ id }) => syncSafetyMessages.en.renewed(String(id)),
    'sync-differs': ({ names }) => syncSafetyMessages.en.apart(String(names)),
    'sync-away': (data) => awayOf(faultsEn, ringsEn, data),
    'sync-back': () => 'The store of sync is back; sync goes on.',
    'sync-refused': ({ count, path }) =>
      `${count} ${count === 1 ? 'thing' : 'things'} in the store of sync ${count === 1 ? 'is' : 'are'} damaged or not known to this version, so nothing of that was taken in: ${path}. What is here is unchanged.`,
    'sync-contradicts': (data) =>
      `The same was changed on another device, too: ${counted(Number(data.count), 'contradiction')}, see \`/sync\` or \`assistant sync resolve\``,
  },
  kinds: {
    memory: "memory (with agents, workspaces, profiles, documents' list and services)",
    conversations: 'conversations',
    tasks: 'tasks (reminders, schedules, lists, the money book, Telegram inbox state)',
  },
  neverShared:
    'Never shared: keys, logins and settings, MCP servers, permissions, skills and commands, the ledger and booked transfers, usage and audit, caches, models, indexes',
  made: (place) => `Made a store and connected this device: ${place}`,
  joined: (place) => `Connected to the store: ${place}`,
  again: 'Run `assistant sync init` with the same place on your other devices.',
  already: (place) => `Connected already: ${place}. Run \`assistant sync leave\` first to change that.`,
  left: 'Disconnected. Memory and conversations of this device are unchanged.',
  none: 'Sync is not set up. Start with `assistant sync init FOLDER`.',
  noPlace:
    'Name a shared folder or an address of Redis or WebDAV (https://…): `assistant sync init ~/Dropbox/assistant`',
  passphrase: "The store's passphrase: ",
  newPassphrase: 'A passphrase for the store (8 characters or more): ',
  needsPassphrase: 'The store is encrypted. Give its passphrase by --password-file, or run this on a terminal.',
  short: 'The passphrase is shorter than 8 characters. Choose a longer one.',
  differ: 'The two passphrases differ. Try again.',
  oncemore: 'Once more: ',
  notLocked: 'This store is in use without encryption. Choose an empty place.',
  done: (sent, received, bytes) =>
    sent + received === 0
      ? 'Nothing has changed.'
      : `${counted(sent, 'file')} sent, ${received} received (${formatKilobytes(bytes)})`,
  waiting: (count) => `${counted(count, 'file is', 'files are')} in use: what came is written once nothing uses it.`,
  copies: (count) =>
    `${counted(count, 'conflict copy of a copying program was', 'conflict copies of a copying program were')} merged and removed.`,
  ...syncSafetyMessages.en,
  refused: {
    large: syncSafetyMessages.en.large,
    closed: syncSafetyMessages.en.closed,
    damaged: (path) => `Not whole, so not taken in yet: ${path}`,
    locked: (path) => `Locked with another passphrase, so not taken in: ${path}`,
    newer: (path) => `Written by a newer version. Update assistant: ${path}`,
    garbage: (path) => `Nothing that can be synced, so not taken in: ${path}`,
    early: (path) => `What comes before it has not arrived yet: ${path}`,
  },
  faults: faultsEn,
  status: {
    store: 'Store',
    device: 'This device',
    paused: 'Paused (`assistant sync resume` goes on)',
    encrypted: 'Encrypted',
    yes: 'yes',
    no: 'no',
    shared: 'Shared',
    without: 'Kept to this device',
    open: (home) =>
      `This store has no password: anybody can write to it, so what comes from it counts as somebody else’s text. If only you use it: assistant trust ${home} --own`,
    servicesNeedKey: 'Services are programs: they are shared over an encrypted store only.',
    unsent: 'Waits to be sent',
    lastRound: 'Last exchange',
    never: 'none yet',
    conflicts: (count) => `${counted(count, 'contradiction')}: \`assistant sync resolve\``,
    devices: 'Devices',
    promise: {
      fenced: 'Promise: remote tasks run on one device at a time (leases of 60 s).',
      named:
        'Promise: a folder or WebDAV cannot promise that one device alone runs. Remote tasks run on the device that you name.',
    },
    runner: (name) => `Remote tasks (Telegram, reminders, schedules) run on: ${name}`,
    noRunner:
      'No device is named for remote tasks, so each runs its own. Name one with `assistant sync devices --runner NAME`.',
    nobody: 'Nobody runs them now.',
  },
  units: { minutesAgo: (minutes) => (minutes < 1 ? 'just now' : `${minutes} min ago`) },
  heads: ['Device', 'Name', 'Taken in', 'Last heard of'],
  me: '(this one)',
  runnerSet: (name) => `Remote tasks run on ${name} from now on.`,
  runnerCleared: 'Each device runs its own remote tasks.',
  noDevice: (name) => `There is no such device: ${name}. See \`assistant sync devices\`.`,
  paused: 'Sync is paused. `assistant sync resume` goes on.',
  resumed: 'Sync goes on.',
  isPaused: 'Sync is paused. `assistant sync resume` goes on.',
  noLog: 'Sync has not changed anything yet.',
  logHeads: ['No.', 'When', 'File', 'What'],
  did: { created: 'created', changed: 'changed', deleted: 'deleted', added: 'added to' },
  undone: (path) => `Undone: ${path}`,
  cannotUndo: {
    none: (id) => `There is no such number: ${id}. See \`assistant sync log\`.`,
    changed: (path) => `It was changed since, so it cannot be undone: ${path}`,
    added: (path) => `Conversations are only added to: nothing to undo in ${path}`,
  },
  noConflicts: 'Nothing contradicts.',
  conflict: (id, path, kept, other) => `${id}. ${path}\n   now: ${kept}\n   other: ${other}`,
  howToResolve: 'Choose with `assistant sync resolve NUMBER --keep now|other|both`.',
  resolved: (id) => `Number ${id} is settled.`,
  cannotResolve: {
    none: (id) => `There is no such number: ${id}`,
    'only-one': () => 'A setting cannot be both. Choose --keep now or other.',
    busy: () => 'Something else works with this file, so nothing was changed. Try again in a moment.',
  },
  chat: {
    status: (device, others, ago, bytes) =>
      [
        `Sync: ${device}`,
        others || 'no other device',
        ago,
        bytes > 0 ? `${formatKilobytes(bytes)} to send` : 'nothing to send',
      ].join(' · '),
    met: (ago) => `exchanged ${ago}`,
    title: (at, count, path) => `Contradiction ${at}/${count}: ${path}`,
    question: 'Which one stays?',
    now: 'now',
    other: 'other',
    none: '(nothing)',
    keep: { now: '1 the one of now', other: '2 the other one', both: '3 both', later: '0 later' },
    kept: { now: 'Kept what stands now', other: 'Kept the other one', both: 'Kept both' },
    left: (count) => `${counted(count, 'contradiction is left as it is', 'contradictions are left as they are')}.`,
  },
  noKind: (kind) => `There is no such kind: ${kind}. Choose one of ${Object.keys(kindsKo).join(', ')}.`,
  thePlace: 'THE_SAME_FOLDER',
  invited:
    'Run this on the new device. The code is good for an hour and once, in place of the passphrase. Show it to nobody else.',
  invitedOpen: 'Run this on the new device. The store is not encrypted, so there is no code.',
  badCode: 'The code is wrong, older than an hour, or used. Get a new one with `assistant sync invite`.',
  nowShared: (kind) => `From now on ${kind} are shared.`,
  nowKept: (kind) => `From now on ${kind} stay on this device.`,
}

export const syncMessages = { ko, en }

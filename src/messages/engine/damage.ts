import type { JsonObject } from '../../protocol/index.ts'
import { josa } from '../../std/korean/grammar/particles.ts'
import { counted } from '../counted.ts'

const koKinds: Record<string, string> = {
  broken: '읽을 수 없는 줄',
  changed: '쓴 것과 달라진 줄',
  repeated: '두 번 적힌 줄',
  missing: '앞이 빠진 곳',
  cut: '끝이 잘린 곳',
  gone: '사라진 파일',
  newer: '더 새로운 버전이 쓴 줄',
  unknown: '뜻을 알 수 없는 줄',
  torn: '쓰다 만 끝줄',
  closed: '읽을 권한이 없거나 읽히지 않는 파일',
}
const enKinds: Record<string, string> = {
  broken: 'unreadable lines',
  changed: 'changed lines',
  repeated: 'repeated lines',
  missing: 'gaps',
  cut: 'a cut end',
  gone: 'a vanished file',
  newer: 'lines of a newer version',
  unknown: 'lines that say nothing known',
  torn: 'a half-written last line',
  closed: 'a file that may not or cannot be read',
}

const kindsOf = (data: JsonObject) => (data.kinds ?? {}) as Record<string, number>

const countFiles = (data: JsonObject, names: Record<string, string>) =>
  Object.entries(kindsOf(data)).map(([kind, count]) => [names[kind] ?? kind, count] as const)

/** Files of a newer version of the program are read as far as they are understood, and never written. */
const newer = {
  ko: (path: string) =>
    `더 새로운 버전의 프로그램이 쓰던 곳이라 읽기만 하고 아무것도 저장하지 않아요${path && `: ${path}`}. 프로그램을 업데이트해 주세요.`,
  en: (path: string) =>
    `A newer version of the program keeps ${path || 'this home'}, so it is only read and nothing is saved. Please update the program.`,
}

/** Nothing is wrong with a file but that a newer version has written in it. */
const isByNewer = (data: JsonObject) => Object.keys(kindsOf(data)).join() === 'newer'

/** Such a file is somebody else's to give back. */
const isClosed = (data: JsonObject) => 'closed' in kindsOf(data)

/** Sentences about files that a disk, or another program, has damaged. */
/** A file or folder that the system does not let this user have: another one's, mostly after `sudo`. */
const closed = {
  ko: (path: string) => `${path}에 권한이 없어요. \`sudo chown $USER ${path}\`로 되찾고 다시 시도해 주세요.`,
  en: (path: string) => `No permission for ${path}. Take it back with \`sudo chown $USER ${path}\`, then try again.`,
}

const ko = {
  /** `path`, `kept`, `kinds` (how many of each), `healed`. */
  damaged: (d: JsonObject) => {
    if (d.refused === 'ENEWER' || isByNewer(d)) return newer.ko(String(d.path))
    if (d.refused)
      return `${d.path}에 쓸 수 없어서(${d.refused}) 이번에 나눈 이야기는 저장되지 않아요. 남은 공간과 권한을 확인해 주세요.`
    if (d.healed) return `손상됐던 ${josa(String(d.path), '을/를')} 사본으로 되살렸어요.`
    const what = countFiles(d, koKinds).map(([name, count]) => (count === 1 ? name : `${name} ${count}개`))
    const kept = d.kept ? ` 원본: ${d.kept}.` : ''
    const next = kindsOf(d).newer
      ? newer.ko('')
      : isClosed(d)
        ? `\`sudo chown $USER ${d.path}\`로 되찾을 수 있어요.`
        : '`assistant doctor --fix`로 고칠 수 있어요.'
    return `${d.path}에 문제가 있어요(${what.join(', ') || '읽을 수 없음'}). 나머지는 그대로 써요.${kept} ${next}`
  },
  busy: (data?: JsonObject) =>
    data?.path
      ? `다른 assistant(프로세스 ${data.pid})가 ${josa(String(data.path), '을/를')} 쓰고 있는데 응답이 없어요. 멈춰 있다면 다시 이어 주거나(kill -CONT ${data.pid}) 끝내고 다시 시도해 주세요.`
      : '이 대화가 다른 창에서 열려 있는데 응답이 없어요. 그 창을 닫고 다시 시도해 주세요.',
  newer: newer.ko,
  closed: closed.ko,
  fine: (count: number) => `기록 파일 ${count}개를 모두 읽을 수 있어요.`,
  fixed: (path: string) => `${josa(path, '을/를')} 고쳤어요. 원본은 옆에 남겨 두었어요.`,
  unfixed: '고칠 사본이 없으니 내용을 직접 고치거나 지워 주세요.',
  inUse: (path: string) => `${josa(path, '은/는')} 지금 다른 창이 쓰고 있어요. 닫고 다시 해 주세요.`,
}
const en: typeof ko = {
  damaged: (d) => {
    if (d.refused === 'ENEWER' || isByNewer(d)) return newer.en(String(d.path))
    if (d.refused)
      return `${d.path} cannot be written (${d.refused}), so nothing of this is kept. Check free space and permissions.`
    if (d.healed) return `${d.path} was damaged and has been brought back from its copy.`
    const what = countFiles(d, enKinds).map(([name, count]) => (count === 1 ? name : `${count} ${name}`))
    const kept = d.kept ? ` It is kept as it was at ${d.kept}.` : ''
    const next = kindsOf(d).newer
      ? newer.en(String(d.path))
      : isClosed(d)
        ? `Take it back with \`sudo chown $USER ${d.path}\`.`
        : 'Mend it with `assistant doctor --fix`.'
    return `Something is wrong with ${d.path} (${what.join(', ') || 'unreadable'}); the rest of it is used.${kept} ${next}`
  },
  busy: (data) =>
    data?.path
      ? `Another assistant (process ${data.pid}) holds ${data.path} and does not answer. If it is stopped, let it go on (kill -CONT ${data.pid}) or end it, then try again.`
      : 'Another process holds this conversation and does not answer. Close it and try again.',
  newer: newer.en,
  closed: closed.en,
  fine: (count) => `${counted(count, 'state file')} looked at: all can be read.`,
  fixed: (path) => `Mended ${path}; what it was is kept beside it.`,
  unfixed: 'There is no copy to mend it from: edit it yourself, or remove it.',
  inUse: (path) => `${path} is in use by another window. Close it and try again.`,
}
export const damageMessages = { ko, en }

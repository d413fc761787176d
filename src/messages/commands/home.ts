import { josa } from '../../std/korean/grammar/particles.ts'

/** Sentences of a home that several machines share, and of moving one. */
const ko = {
  badAddress:
    '집의 주소를 읽을 수 없어요. redis://호스트:포트, redis+sentinel://호스트:포트,호스트:포트/마스터, redis+cluster://호스트:포트,호스트:포트 가운데 하나로 써 주세요.',
  away: (place: string) =>
    `${place}의 Redis가 대답하지 않아 집을 열지 못했어요. 주소와 Redis를 확인하고 다시 해 주세요.`,
  none: (place: string) =>
    `${place}에는 아직 집이 없어요. \`assistant serve --home ${place}\`로 새로 시작하거나 \`assistant home move ${place}\`로 옮겨 주세요.`,
  begun: (place: string) => `${place}에 새 집을 시작했어요.`,
  newer: '더 새 버전의 assistant가 쓰는 집이에요. 이 컴퓨터의 assistant를 올린 뒤에 다시 해 주세요.',
  moving: '이 집은 지금 옮기는 중이에요. 옮기기가 중간에 끊겼다면 `assistant home move`를 다시 해 주세요.',
  notForChat:
    'Redis에 있는 집은 `assistant serve`와 하위 명령에서만 쓸 수 있어요. 대화하려면 ASSISTANT_HOME을 폴더로 바꿔 주세요.',
  notOnDisk: '집이 Redis에 있으면 대화도 Redis에 두어야 해요. --sessions redis로 다시 해 주세요.',
  taken: (place: string) => `${place}에는 이미 다른 집이 있어서 옮기지 않았어요.`,
  inUse: (pid: number) =>
    `이 집을 쓰고 있는 프로그램이 있어요(프로세스 ${pid}). 끝낸 뒤에 다시 해 주세요. 아무것도 옮기지 않았어요.`,
  different: (name: string) =>
    `옮긴 뒤에 비교하니 ${josa(name, '이/가')} 달라요. 원래 집은 그대로 두었어요. 다시 해 주세요.`,
  moved: (files: number, place: string) => `파일 ${files}개를 ${josa(place, '으로/로')} 옮기고 하나하나 비교했어요.`,
  keptAt: (path: string) => `원래 파일은 ${path}에 남겨 두었어요. 필요 없으면 지우셔도 돼요.`,
  secretsStay: '키(secrets.json)는 옮기지 않았어요. 서버마다 환경 변수로 주세요.',
}
const en: typeof ko = {
  badAddress:
    'The address of the home cannot be read. It is one of redis://host:port, redis+sentinel://host:port,host:port/master, redis+cluster://host:port,host:port.',
  away: (place) => `Redis at ${place} does not answer, so the home was not opened. Check the address and try again.`,
  none: (place) =>
    `There is no home at ${place} yet. Begin one with \`assistant serve --home ${place}\`, or move yours with \`assistant home move ${place}\`.`,
  begun: (place) => `A new home was begun at ${place}.`,
  newer: 'A newer version of assistant keeps this home. Update assistant on this machine and try again.',
  moving: 'This home is being moved. If that was cut off, run `assistant home move` again.',
  notForChat: 'A home in Redis is for `assistant serve` and subcommands. To chat, set ASSISTANT_HOME to a folder.',
  notOnDisk: 'With the home in Redis the sessions are in Redis, too. Use --sessions redis.',
  taken: (place) => `Nothing was moved: there is another home at ${place}.`,
  inUse: (pid) => `A program uses this home (process ${pid}). End it and try again. Nothing was moved.`,
  different: (name) =>
    `Compared after moving, ${name} is not the same. The home that was stays as it is; please try again.`,
  moved: (files, place) =>
    `${files} ${files === 1 ? 'file was' : 'files were'} moved to ${place} and compared one by one.`,
  keptAt: (path) => `The files that were are left in ${path}. Remove them when you no longer need them.`,
  secretsStay: 'Keys (secrets.json) were not moved. Give them to each server as environment variables.',
}
export const homeMessages = { ko, en }

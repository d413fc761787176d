import { josa } from '../../std/korean/grammar/particles.ts'
import { counted } from '../counted.ts'

/** Sentences of `assistant doctor` of each part. */
const ko = {
  home: (path: string, freeMb: number) =>
    freeMb >= 100
      ? `${path}에 쓸 수 있어요. 남은 공간 ${freeMb.toLocaleString('ko')}MB.`
      : `${path}의 남은 공간이 ${freeMb}MB뿐이에요. 공간을 비워 주세요.`,
  homeClosed: (path: string) => `${path}에 쓸 수 없어요. 폴더의 주인과 권한을 확인해 주세요.`,
  shut: '파일은 이 컴퓨터의 다른 사용자에게 보이지 않아요.',
  open: (paths: string[], more: number, tried: boolean) =>
    `다른 사용자가 볼 수 있는 파일이 있어요: ${paths.join(', ')}${more ? ` 외 ${more}개` : ''}. ${tried ? '주인이 달라 고치지 못했어요. 권한을 직접 바꿔 주세요.' : 'assistant doctor --fix로 닫을 수 있어요.'}`,
  shutNow: (paths: string[], more: number) =>
    `다른 사용자가 볼 수 없게 닫았어요: ${paths.join(', ')}${more ? ` 외 ${more}개` : ''}.`,
  rules: (count: number) =>
    count === 0
      ? '묻지 않고 실행하도록 정한 규칙이 없어요.'
      : `묻지 않고 실행하는 규칙이 ${count}개 있어요. assistant permissions로 볼 수 있어요.`,
  wideRules: (rules: string) =>
    `여러 도구를 한꺼번에 묻지 않고 실행하는 규칙이 있어요: ${rules}. 도구와 인자를 좁혀 주세요 (assistant permissions).`,
  policy: (path: string) => `조직의 정책이 있어요: ${path}. assistant permissions로 볼 수 있어요.`,
  policyOpen: (path: string) =>
    `조직의 정책 파일을 관리자가 아닌 사람도 고칠 수 있어요: ${path}. root가 주인이고 root만 쓸 수 있게 해 주세요.`,
  sandboxed: '셸과 파이썬은 격리된 곳에서 실행해요.',
  bare: 'bubblewrap이 없거나 쓸 수 없어서, 허용한 셸 명령이 격리되지 않고 실행돼요. bubblewrap을 설치해 주세요.',
  senders: (people: number, granted: number) =>
    people === 0
      ? '텔레그램으로 들어올 수 있는 사람이 없어요.'
      : `텔레그램으로 ${people}명이 들어올 수 있고, 그중 ${granted}명에게 도구나 폴더를 허용했어요. assistant telegram list로 볼 수 있어요.`,
  settings: (path: string, warnings: number) =>
    warnings === 0
      ? `설정에 문제가 없어요 (${path}).`
      : `설정에 고칠 곳이 ${warnings}개 있어요. assistant config validate로 볼 수 있어요.`,
  offline:
    '모델 없이 규칙으로 답해요. 모델을 연결하려면 assistant setup을, 이 컴퓨터에 받으려면 assistant models pull을 실행하세요.',
  asked: (question: string) => `(보낸 것: “${question}” 한 문장)`,
  answered: (provider: string, model: string, ms: number, question: string) =>
    `${provider}의 ${josa(model, '이/가')} ${(ms / 1000).toFixed(1)}초 만에 답했어요. 물어보려고 “${question}” 한 문장만 보냈어요.`,
  documents: (files: number, chunks: number, ok: boolean) =>
    ok
      ? `문서 ${files}개(문단 ${chunks}개)를 찾아볼 수 있어요.`
      : '추가한 문서가 색인되어 있지 않아요. assistant docs reindex를 실행해 주세요.',
  embedder: (name: string) => `임베딩은 ${name} 모델로 만들어요.`,
  documentsGone: (paths: string) =>
    `추가한 경로가 없어졌어요: ${paths}. 다시 연결하거나 assistant docs remove로 빼 주세요.`,
}
const en: typeof ko = {
  home: (path, freeMb) =>
    freeMb >= 100
      ? `${path} can be written, ${freeMb.toLocaleString('en')} MB free.`
      : `${path} has only ${freeMb} MB free. Please make room.`,
  homeClosed: (path) => `${path} cannot be written. Check the folder's owner and permissions.`,
  shut: 'Other users of this machine cannot see the files.',
  open: (paths, more, tried) =>
    `Other users can see files: ${paths.join(', ')}${more ? ` and ${more} more` : ''}. ${tried ? 'They belong to somebody else; please change their permissions yourself.' : 'Shut them with assistant doctor --fix.'}`,
  shutNow: (paths, more) => `Shut to other users now: ${paths.join(', ')}${more ? ` and ${more} more` : ''}.`,
  rules: (count) =>
    count === 0
      ? 'No rule lets a tool run unasked.'
      : `${counted(count, 'rule lets', 'rules let')} tools run unasked: see assistant permissions.`,
  wideRules: (rules) => `Rules let many tools at once run unasked: ${rules}. Narrow them down (assistant permissions).`,
  policy: (path) => `There is a policy of this machine: ${path}. See assistant permissions.`,
  policyOpen: (path) =>
    `Others than the administrator can change the policy: ${path}. It should belong to root and be writable for root alone.`,
  sandboxed: 'Shell and Python run isolated.',
  bare: 'bubblewrap is missing or does not work here: shell commands that you allow run without isolation. Please install it.',
  senders: (people, granted) =>
    people === 0
      ? 'Nobody can come in over Telegram.'
      : `${people} can come in over Telegram, ${granted} of them with tools or folders: see assistant telegram list.`,
  settings: (path, warnings) =>
    warnings === 0
      ? `The settings are fine (${path}).`
      : `${counted(warnings, 'setting needs', 'settings need')} attention: see assistant config validate.`,
  offline:
    'Answers come from rules, without a model. Connect one with assistant setup, or get one with assistant models pull.',
  asked: (question) => `(What was sent: “${question}”)`,
  answered: (provider, model, ms, question) =>
    `${model} of ${provider} answered in ${(ms / 1000).toFixed(1)} s. All that was sent is “${question}”`,
  documents: (files, chunks, ok) =>
    ok
      ? `${counted(files, 'document')} (${counted(chunks, 'passage')}) can be searched.`
      : 'The added documents are not indexed: run assistant docs reindex.',
  embedder: (name) => `Embeddings are made by ${name}.`,
  documentsGone: (paths) =>
    `Added paths are gone: ${paths}. Bring them back, or take them out with assistant docs remove.`,
}
export const doctorMessages = { ko, en }

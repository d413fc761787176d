/** What `assistant doctor` says of each part. */
const ko = {
  home: (path: string, freeMb: number) =>
    freeMb >= 100
      ? `${path}에 쓸 수 있어요. 남은 공간 ${freeMb.toLocaleString('ko')}MB.`
      : `${path}의 남은 공간이 ${freeMb}MB뿐이에요. 공간을 비워 주세요.`,
  homeClosed: (path: string) => `${path}에 쓸 수 없어요. 폴더의 주인과 권한을 확인해 주세요.`,
  settings: (path: string, warnings: number) =>
    warnings === 0
      ? `설정에 문제가 없어요 (${path}).`
      : `설정에 고칠 곳이 ${warnings}개 있어요. assistant config validate로 볼 수 있어요.`,
  model: (provider: string, model: string) =>
    provider === 'offline'
      ? '모델 없이 규칙으로 답해요. 모델을 연결하려면 assistant setup을 실행하세요.'
      : `${provider}의 ${model}로 답해요.`,
  noModel: (provider: string) => `API 키를 확인하세요. ${provider}의 키가 없어요. assistant setup으로 설정할 수 있어요.`,
  documents: (files: number, chunks: number, ok: boolean) =>
    ok
      ? `문서 ${files}개(조각 ${chunks}개)를 찾아볼 수 있어요.`
      : '추가한 문서가 색인되어 있지 않아요. assistant docs reindex를 실행해 주세요.',
  documentsGone: (paths: string) => `추가한 경로가 없어졌어요: ${paths}. 다시 연결하거나 assistant docs remove로 빼 주세요.`,
}
const en: typeof ko = {
  home: (path, freeMb) =>
    freeMb >= 100
      ? `${path} can be written, ${freeMb.toLocaleString('en')} MB free.`
      : `${path} has only ${freeMb} MB free. Please make room.`,
  homeClosed: (path) => `${path} cannot be written. Check the folder's owner and permissions.`,
  settings: (path, warnings) =>
    warnings === 0 ? `The settings are fine (${path}).` : `${warnings} settings need attention: see assistant config validate.`,
  model: (provider, model) =>
    provider === 'offline'
      ? 'Answers come from rules, without a model. Connect one with assistant setup.'
      : `Answers come from ${provider}, ${model}.`,
  noModel: (provider) => `Check your API key: ${provider} has none. Set it with assistant setup.`,
  documents: (files, chunks, ok) =>
    ok
      ? `${files} documents (${chunks} passages) can be searched.`
      : 'The added documents are not indexed: run assistant docs reindex.',
  documentsGone: (paths) => `Added paths are gone: ${paths}. Bring them back, or take them out with assistant docs remove.`,
}
export const doctor = { ko, en }

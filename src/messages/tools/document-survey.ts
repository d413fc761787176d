import { docsMessages } from '../commands/docs.ts'
import { counted } from '../counted.ts'

type Fault = Parameters<typeof docsMessages.ko.skipped>[1]

const ko = {
  none: (folders: readonly string[]) =>
    folders.length === 0
      ? '아직 추가한 문서가 없어요. `assistant docs add 경로`로 추가해 주세요.'
      : `그런 문서가 없어요. 문서가 있는 폴더: ${folders.join(', ')}`,
  progress: (done: number, total: number, name: string) => `문서 읽는 중 ${done}/${total} · ${name}`,
  read: (done: number, total: number, byRules: boolean) =>
    `(문서 ${total}개 중 ${done}개를 읽고 필요한 줄을 ${byRules ? '모델 없이 규칙으로' : ''} 뽑았어요. 글자 그대로예요.)`.replace(
      '  ',
      ' ',
    ),
  unread: (name: string, fault: Fault) => `(못 읽음) ${docsMessages.ko.skipped(name, fault)}`,
  partly: (name: string) => `(앞부분만 읽음) ${name}`,
  silent: (names: readonly string[]) => `(해당하는 내용이 없음) ${names.join(', ')}`,
  rest: (count: number, skip: number) => `(아직 ${count}개가 남았어요. 이어서 읽으려면 skip: ${skip})`,
}

const en: typeof ko = {
  none: (folders) =>
    folders.length === 0
      ? 'There are no documents yet. Add some: `assistant docs add PATH`.'
      : `There are no such documents. Folders with documents: ${folders.join(', ')}`,
  progress: (done, total, name) => `Reading documents ${done}/${total} · ${name}`,
  read: (done, total, byRules) =>
    `(${done} of ${counted(total, 'document')} read; what the task needs was chosen ${byRules ? 'by rules, without a model' : 'from them'}, word for word.)`,
  unread: (name, fault) => `(not read) ${docsMessages.en.skipped(name, fault)}`,
  partly: (name) => `(only its beginning was read) ${name}`,
  silent: (names) => `(nothing to the matter) ${names.join(', ')}`,
  rest: (count, skip) => `(${counted(count, 'more is', 'more are')} left. To go on: skip: ${skip})`,
}

/** Sentences of the tool that goes through documents. */
export const documentSurveyMessages = { ko, en }

import { docsMessages } from '../commands/docs.ts'

const ko = {
  passage: (text: string, place: string) => `문서에 이렇게 적혀 있어요.\n\n> ${text.replaceAll('\n', '\n> ')}\n\n출처: ${place}`,
  noPassage: '문서에서 답을 찾지 못했어요. 다른 단어로 물어보시거나, 모델을 연결해 주세요. AI 모델 연결: `assistant setup`',
  extracts: '모델 없이 문서에서 뽑은 글이에요. 제 말로 고쳐 쓰지는 못해요.',
  extractHeads: ['문서', '내용'] as [string, string],
  nearPassages: (missing: string[], places: string[]) => {
    const words = missing.map((word) => `‘${word}’`).join(', ')
    const lacks = missing.length > 0 ? ` 가까운 문단에 ${words}에 대한 말이 없어요.` : ''
    return `문서에서 꼭 맞는 답을 찾지 못했어요.${lacks}\n가까운 곳: ${places.join(', ')}`
  },
}

const en: typeof ko = {
  passage: (text, place) => `The documents say:\n\n> ${text.replaceAll('\n', '\n> ')}\n\nSource: ${place}`,
  noPassage: 'I found no answer in the documents. Try other words; to connect an AI model: `assistant setup`.',
  extracts: 'Taken from the documents word for word: without a model I cannot put it in words of my own.',
  extractHeads: ['Document', 'What it says'],
  nearPassages: (missing, places) => {
    const words = missing.map((word) => `“${word}”`).join(', ')
    const lacks = missing.length > 0 ? ` Nothing near speaks of ${words}.` : ''
    return `I found no answer in the documents.${lacks}\nNear it: ${places.join(', ')}`
  },
}

/** What is answered from documents without a model. */
export const documentAnswerMessages = { ko, en }

type Fault = Parameters<typeof docsMessages.ko.skipped>[1]

const koSurvey = {
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

const enSurvey: typeof koSurvey = {
  none: (folders) =>
    folders.length === 0
      ? 'There are no documents yet. Add some: `assistant docs add PATH`.'
      : `There are no such documents. Folders with documents: ${folders.join(', ')}`,
  progress: (done, total, name) => `Reading documents ${done}/${total} · ${name}`,
  read: (done, total, byRules) =>
    `(${done} of ${total} documents were read; what the task needs was chosen ${byRules ? 'by rules, without a model' : 'from them'}, word for word.)`,
  unread: (name, fault) => `(not read) ${docsMessages.en.skipped(name, fault)}`,
  partly: (name) => `(only its beginning was read) ${name}`,
  silent: (names) => `(nothing to the matter) ${names.join(', ')}`,
  rest: (count, skip) => `(${count} more are left. To go on: skip: ${skip})`,
}

/** What the tool that goes through documents says. */
export const documentSurveyMessages = { ko: koSurvey, en: enSurvey }

const quotation = (text: string, number: number) => `> ${text.replaceAll('\n', '\n> ')} [${number}]`

const ko = {
  passage: (text: string, place: string) =>
    `문서에 이렇게 적혀 있어요.\n\n> ${text.replaceAll('\n', '\n> ')}\n\n출처: ${place}`,
  passages: (quotes: string[], unanswered: string[], places: string[]) =>
    [
      '문서에 이렇게 적혀 있어요.',
      ...quotes.map((text, at) => quotation(text, at + 1)),
      ...unanswered.map((part) => `“${part}”에 대한 답은 찾지 못했어요.`),
      places.map((place, at) => `출처: [${at + 1}] ${place}`).join('\n'),
    ].join('\n\n'),
  noPassage:
    '문서에서 답을 찾지 못했어요. 다른 단어로 물어보시거나, 모델을 연결해 주세요. AI 모델 연결: `assistant setup`',
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
  passages: (quotes, unanswered, places) =>
    [
      'The documents say:',
      ...quotes.map((text, at) => quotation(text, at + 1)),
      ...unanswered.map((part) => `I found no answer to “${part}”.`),
      places.map((place, at) => `Source: [${at + 1}] ${place}`).join('\n'),
    ].join('\n\n'),
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

const quotePassage = (text: string, number: number) => `> ${text.replaceAll('\n', '\n> ')} [${number}]`

const quoted = (text: string) => `> ${text.replaceAll('\n', '\n> ')}`
/** A passage whose sentence that answers is in bold type, if it is not all of it. */
const marked = (text: string, span: string) =>
  span === '' || text.trim() === span.trim() || /[*|`]/.test(span) ? text : text.replace(span, () => `**${span}**`)

/** Passages with their places; several are numbered. */
function listed(passages: { text: string; place: string }[], source: string): string {
  const [first, ...others] = passages
  if (first && others.length === 0) return `${quoted(first.text)}\n\n${source}: ${first.place}`
  const quotes = passages.map(({ text }, at) => quotePassage(text, at + 1))
  return [...quotes, passages.map(({ place }, at) => `${source}: [${at + 1}] ${place}`).join('\n')].join('\n\n')
}

/** A quotation of a document, with its day. */
export interface DatedQuotation {
  text: string
  place: string
  day: string
}

const ko = {
  passage: (text: string, place: string, span = '') =>
    `문서에 이렇게 적혀 있어요.\n\n${quoted(marked(text, span))}\n\n출처: ${place}`,
  computed: (answers: { text: string; place: string }[]) =>
    ['표에서 계산했어요.', ...answers.map(({ text, place }) => `${text.trim()}\n출처: ${place}`)].join('\n\n'),
  differing: (quotations: DatedQuotation[]) =>
    [
      '문서가 서로 달라요. 새 문서부터 보여드릴게요.',
      ...quotations.map(({ text, day }, at) => `${quotePassage(text, at + 1)} (${day})`),
      quotations.map(({ place }, at) => `출처: [${at + 1}] ${place}`).join('\n'),
    ].join('\n\n'),
  passages: (quotes: string[], unanswered: string[], places: string[]) =>
    [
      '문서에 이렇게 적혀 있어요.',
      ...quotes.map((text, at) => quotePassage(text, at + 1)),
      ...unanswered.map((part) => `“${part}”에 대한 답은 찾지 못했어요.`),
      places.map((place, at) => `출처: [${at + 1}] ${place}`).join('\n'),
    ].join('\n\n'),
  noPassage:
    '문서에서 답을 찾지 못했어요. 다른 단어로 물어보시거나, 모델을 연결해 주세요. AI 모델 연결: `assistant setup`',
  extracts: '모델 없이 문서에서 뽑은 글이에요. 제 말로 고쳐 쓰지는 못해요.',
  extractHeads: ['문서', '내용'] as [string, string],
  nearest: (missing: string[], near: { text: string; place: string }[]) => {
    const words = missing.map((word) => `‘${word}’`).join(', ')
    const lacks = missing.length > 0 ? `${words}에 대한 말은 없고, ` : ''
    return `꼭 맞는 답은 아니에요. ${lacks}가장 가까운 곳은 이래요.\n\n${listed(near, '출처')}`
  },
}

const en: typeof ko = {
  passage: (text, place, span = '') => `The documents say:\n\n${quoted(marked(text, span))}\n\nSource: ${place}`,
  computed: (answers) =>
    ['Computed over the table:', ...answers.map(({ text, place }) => `${text.trim()}\nSource: ${place}`)].join('\n\n'),
  differing: (quotations) =>
    [
      'The documents differ; the newer one comes first:',
      ...quotations.map(({ text, day }, at) => `${quotePassage(text, at + 1)} (${day})`),
      quotations.map(({ place }, at) => `Source: [${at + 1}] ${place}`).join('\n'),
    ].join('\n\n'),
  passages: (quotes, unanswered, places) =>
    [
      'The documents say:',
      ...quotes.map((text, at) => quotePassage(text, at + 1)),
      ...unanswered.map((part) => `I found no answer to “${part}”.`),
      places.map((place, at) => `Source: [${at + 1}] ${place}`).join('\n'),
    ].join('\n\n'),
  noPassage: 'I found no answer in the documents. Try other words; to connect an AI model: `assistant setup`.',
  extracts: 'Taken from the documents word for word: without a model I cannot put it in words of my own.',
  extractHeads: ['Document', 'What it says'],
  nearest: (missing, near) => {
    const words = missing.map((word) => `“${word}”`).join(', ')
    const nearest = missing.length > 0 ? `Nothing there speaks of ${words}; the nearest` : 'The nearest'
    const passages = near.length > 1 ? 'passages are' : 'passage is'
    return `This is not quite the answer. ${nearest} ${passages}:\n\n${listed(near, 'Source')}`
  },
}

/** Answers from documents without a model. */
export const documentAnswerMessages = { ko, en }

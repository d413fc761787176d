import { josa } from '../../std/korean/grammar/particles.ts'

/** Words about the models of the chat: what they can do, and fetching one. */
const ko = {
  heads: ['할 수 있는 것', '값', '어디서 알았는지'],
  fields: {
    tools: '도구',
    temperature: '온도 지정',
    jsonSchema: 'JSON 형식',
    streamOptions: '사용량 함께 받기',
    maxTokensField: '길이 제한 이름',
    systemRole: '시스템 지시의 역할',
    vision: '그림 보기',
    documents: '문서 보기',
    thinking: '생각하기',
    responses: 'Responses API',
    window: '한 번에 읽는 토큰',
    maxOutput: '한 번에 쓰는 토큰',
    cacheMarks: '캐시 표시',
    cacheMinimum: '캐시되는 최소 토큰',
    price: '가격(100만 토큰당 달러)',
  },
  sources: { default: '기본값', table: '표', server: '서버', learnt: '거절에서 배움' },
  refused: (what: string, said: string) => `거절: ${what} — “${said}”`,
  forgotten: (model: string) => `${model} 모델에 대해 거절에서 배운 것을 잊었어요. 다음 요청에서 다시 해봐요.`,
  nothingLearnt: (model: string) => `${model} 모델에 대해 거절에서 배운 것이 없어요.`,
  value: (value: unknown) => shown(value, '예', '아니요', (i, c, o) => `입력 ${i}, 캐시 ${c}, 출력 ${o}`),
  pullQuestion: (model: string) => `Ollama에 ${model} 모델을 받을까요? 몇 GB일 수 있어요.`,
  pullNeedsYes: (model: string) => `받으려면 \`assistant models pull ollama:${model} --yes\`로 실행해 주세요.`,
  pulling: (status: string, percent: number) => `${status} ${percent}%`,
  pulled: (model: string) => `받았어요: ${model}. \`--model ollama:${model}\`로 쓸 수 있어요.`,
  terms: (page: string) => `이 모델에는 따로 정한 이용 조건이 있어요: ${page}\n받으면 그 조건에 동의하는 것이에요.`,
  pullLocal: (model: string, size: string, minutes: number, licence: string) =>
    `${josa(model, '을/를')} 받을까요? ${size}, 약 ${minutes}분, 라이선스 ${licence}. 이 컴퓨터에서만 돌고 말은 밖으로 나가지 않아요.`,
  pullLocalNeedsYes: (model: string) => `받으려면 \`assistant models pull ${model} --yes\`로 실행해 주세요.`,
  pulledLocal: (model: string) => `${josa(model, '을/를')} 쓸 수 있어요. \`assistant "안녕"\`이라고 말해 보세요.`,
  noFiles: '다른 프로그램(Ollama, LM Studio, Hugging Face)이 받아 둔 모델 파일이 없어요. 파일 경로를 알려주세요.',
  added: (name: string, kind: string, size: string) =>
    `${name} (${kind}, ${size}) 파일을 쓸 수 있어요: \`assistant -m local:${name} "안녕"\``,
  engine: '엔진',
  notForTalk: '이 파일에는 대화 틀이 없어요. 대화용(instruct) 모델이 아니면 엉뚱하게 답할 수 있어요.',
  tryQuestion: '자기소개를 한 문장으로 해 주세요.',
  tried: (model: string, firstMs: number, speed: number) =>
    `${model}: 첫 글자까지 ${(firstMs / 1000).toFixed(1)}초, 1초에 ${speed.toFixed(1)}토큰`,
}

const en: typeof ko = {
  heads: ['ability', 'value', 'known from'],
  fields: {
    tools: 'tools',
    temperature: 'temperature',
    jsonSchema: 'JSON answers',
    streamOptions: 'usage in the stream',
    maxTokensField: 'name of the length limit',
    systemRole: 'role of the system prompt',
    vision: 'sees pictures',
    documents: 'reads documents',
    thinking: 'thinking',
    responses: 'Responses API',
    window: 'tokens it reads',
    maxOutput: 'tokens it writes',
    cacheMarks: 'cache marks',
    cacheMinimum: 'least tokens for the cache',
    price: 'price (dollars per million tokens)',
  },
  sources: { default: 'usual', table: 'table', server: 'server', learnt: 'a refusal' },
  refused: (what, said) => `refused: ${what} — “${said}”`,
  forgotten: (model) => `Forgot what refusals taught of ${model}. The next request tries again.`,
  nothingLearnt: (model) => `No refusal taught anything of ${model}.`,
  value: (value) => shown(value, 'yes', 'no', (i, c, o) => `input ${i}, cached ${c}, output ${o}`),
  pullQuestion: (model) => `Let Ollama fetch ${model}? It may be several GB.`,
  pullNeedsYes: (model) => `To fetch it, run \`assistant models pull ollama:${model} --yes\`.`,
  pulling: (status, percent) => `${status} ${percent}%`,
  pulled: (model) => `Fetched ${model}. Use it with \`--model ollama:${model}\`.`,
  terms: (page) => `This model has terms of its own: ${page}\nGetting it accepts them.`,
  pullLocal: (model, size, minutes, licence) =>
    `Get ${model}? ${size}, about ${minutes} min, licence ${licence}. It runs on this machine alone; no word leaves.`,
  pullLocalNeedsYes: (model) => `To get it, run \`assistant models pull ${model} --yes\`.`,
  pulledLocal: (model) => `${model} can be used. Say \`assistant "hello"\`.`,
  noFiles: 'No other program (Ollama, LM Studio, Hugging Face) has model files here. Name the path of a file.',
  added: (name, kind, size) => `${name} (${kind}, ${size}) can be used: \`assistant -m local:${name} "hello"\``,
  engine: 'engine',
  notForTalk: 'This file has no chat template. If it is no instruct model, its answers may be odd.',
  tryQuestion: 'Introduce yourself in one sentence.',
  tried: (model, firstMs, speed) =>
    `${model}: ${(firstMs / 1000).toFixed(1)} s to the first word, ${speed.toFixed(1)} tokens a second`,
}

function shown(
  value: unknown,
  yes: string,
  no: string,
  price: (input: number, cached: number, output: number) => string,
): string {
  if (typeof value === 'boolean') return value ? yes : no
  if (value === undefined) return '-'
  if (typeof value !== 'object' || value === null) return String(value)
  const { input, cached, output } = value as { input: number; cached: number; output: number }
  return price(input, cached, output)
}

export const chatModelMessages = { ko, en }

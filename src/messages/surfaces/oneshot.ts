import { josa } from '../../std/korean/grammar/particles.ts'
import type { Language } from '../language.ts'
import { retryMessages } from './retry-messages.ts'

const inSeconds = (ms: number) => Math.round(ms / 100) / 10 || 0.1

/** Sentences beside a single answer. Failures, notices and endings come from `turn.ts`. */
const ko = {
  progress: (text: string) => `  ${text}`,
  toolEnded: (title: string, outcome: string, text: string) => `· ${title}: ${outcome}${text && ` — ${text}`}`,
  outcomes: {
    error: '실패',
    denied: '실행 안 함',
    timeout: '시간 초과',
    cancelled: '멈춤',
    unknown: '결과를 알 수 없음',
  },
  retry: retryMessages.ko,
  fallback: (model: string) => `${model} 모델로 이어서 답할게요.`,
  picture: (file: string) => `그림: ${file}`,
  compacted: '대화가 길어서 앞부분을 요약했어요.',
  limited: '도구 호출이 너무 많습니다. 지금까지 알게 된 것으로 답했어요.',
  partial: '답이 중간에 끊겼어요. 여기까지만 받았어요.',
  source: (file: string, line?: number, page?: number) =>
    `참고: ${file}${page === undefined ? (line === undefined ? '' : `:${line}`) : ` ${page}쪽`}`,
  ask: {
    reason: '이유',
    effect: '결과',
    risk: '위험도',
    risks: { low: '낮음', medium: '보통', high: '높음' },
    args: '내용',
    choose: (session: string | undefined, wait: number) =>
      `y 이번만${session ? ` · s 이 대화에서 계속: ${session}` : ''} · Enter 거절 (${wait}초 안에 대답이 없으면 거절) `,
    grant: (what: string) => `이 대화에서 ${josa(`‘${what}’`, '을/를')} 계속 허용할까요? Enter 허용 · 다른 키 거절 `,
    decided: {
      once: '실행할게요.',
      session: '실행할게요. 이 대화에서는 다시 묻지 않아요.',
      always: '실행할게요. 앞으로 묻지 않아요.',
      deny: '실행하지 않았어요.',
    },
    late: '이미 정해진 질문이에요.',
  },
  stdin: {
    silent: (wait: number) =>
      `표준 입력이 ${inSeconds(wait)}초 동안 조용해서 읽지 않고 답해요. 끝까지 읽게 하려면 질문 뒤에 - 를 붙여 주세요.`,
    huge: (megabytes: number) => `표준 입력이 너무 커요. ${megabytes}MB까지 읽을 수 있으니 필요한 부분만 보내 주세요.`,
    binary: '표준 입력이 글이 아니에요. 텍스트로 바꿔서 다시 보내 주세요.',
    broken: '표준 입력을 읽지 못했어요. 연결된 파일이나 명령을 확인해 주세요.',
    directory: '표준 입력이 폴더예요. 폴더가 아니라 파일을 넣어 주세요.',
  },
  files: {
    missing: (path: string) => `${path} 파일이 없어요. 파일이 아니라면 @를 빼고 써 주세요.`,
    folder: (path: string) => `${path}: 폴더예요. 폴더 안의 파일을 골라 주세요.`,
    damaged: (path: string) => `${path}: 그림이 온전하지 않아서 보내지 않았어요.`,
    unreadable: (path: string, why: string) => `${path} 파일을 읽을 수 없어요 (${why}).`,
    huge: (path: string, megabytes: number) => `${path} 파일이 너무 커요. ${megabytes}MB까지 읽을 수 있어요.`,
    noPicture: (path: string) => `${path}: png, jpg, webp, gif 그림이 아니에요.`,
    binary: (path: string) => `${path} 파일이 글도 그림도 아니에요.`,
    blind: (model: string) =>
      model === 'rules'
        ? '지금은 모델 없이 규칙으로 답해서 그림을 볼 수 없어요. `assistant setup`으로 모델을 연결해 주세요.'
        : `${model} 모델은 그림을 볼 수 없어서 보내지 않았어요. 그림을 보는 모델을 -m으로 골라 주세요.`,
  },
  noTool: (name: string, near?: string) =>
    `--allowed-tools: ‘${name}’ 도구는 없어요.${near ? ` 혹시 ${near}?` : ''} \`assistant tools\`에서 이름을 볼 수 있어요.`,
  schema: {
    unreadable: (path: string, why: string) => `--json-schema: ${path} 파일을 읽을 수 없어요 (${why}).`,
    noSchema: (path: string) => `--json-schema: ${path}에 JSON Schema 객체가 들어 있지 않아요.`,
  },
  stream: {
    line: (at: number) =>
      `표준 입력의 ${at}번째 줄을 읽을 수 없어요. {"type":"user","text":"..."} 처럼 한 줄에 하나씩 보내 주세요.`,
    words: '--input-format stream-json에서는 질문을 표준 입력으로만 받아요. 명령줄의 질문은 빼 주세요.',
    format: '--input-format stream-json은 --output-format stream-json과 함께 써 주세요.',
  },
  emptyPrompt: '질문이 비어 있어요. `assistant "질문"`처럼 물어봐 주세요.',
}

const en: typeof ko = {
  progress: (text) => `  ${text}`,
  toolEnded: (title, outcome, text) => `· ${title}: ${outcome}${text && ` — ${text}`}`,
  outcomes: {
    error: 'failed',
    denied: 'not run',
    timeout: 'timed out',
    cancelled: 'stopped',
    unknown: 'outcome unknown',
  },
  retry: retryMessages.en,
  fallback: (model) => `Going on with ${model}.`,
  picture: (file) => `Picture: ${file}`,
  compacted: 'The conversation is long; its beginning was summarised.',
  limited: 'Too many tool calls. This answer uses what was known by then.',
  partial: 'The answer was cut off. This is all that came.',
  source: (file, line, page) =>
    `Source: ${file}${page === undefined ? (line === undefined ? '' : `:${line}`) : `, page ${page}`}`,
  ask: {
    reason: 'Why',
    effect: 'Effect',
    risk: 'Risk',
    risks: { low: 'low', medium: 'medium', high: 'high' },
    args: 'With',
    choose: (session, wait) =>
      `y once${session ? ` · s for this conversation: ${session}` : ''} · Enter deny (denied after ${wait} s without an answer) `,
    grant: (what) => `Allow “${what}” for the rest of this conversation? Enter allow · any other key deny `,
    decided: {
      once: 'Running it.',
      session: 'Running it. It will not ask again in this conversation.',
      always: 'Running it. It will not ask again.',
      deny: 'Not run.',
    },
    late: 'This question was already settled.',
  },
  stdin: {
    silent: (wait) =>
      `Standard input was silent for ${inSeconds(wait)} s and is not read. Put - after the prompt to wait for its end.`,
    huge: (megabytes) => `Standard input is too large. Up to ${megabytes} MB are read; please send only what matters.`,
    binary: 'Standard input is not text. Please convert it first.',
    broken: 'Standard input could not be read. Please check the file or command it comes from.',
    directory: 'Standard input is a folder. Please give a file.',
  },
  files: {
    missing: (path) => `There is no file ${path}. If no file is meant, leave the @ out.`,
    folder: (path) => `${path}: that is a folder. Please name a file in it.`,
    damaged: (path) => `${path}: this picture is not whole, so it was not sent.`,
    unreadable: (path, why) => `${path} cannot be read (${why}).`,
    huge: (path, megabytes) => `${path} is too large. Up to ${megabytes} MB are read.`,
    noPicture: (path) => `${path} is no picture (png, jpg, webp, gif).`,
    binary: (path) => `${path} is neither text nor a picture.`,
    blind: (model) =>
      model === 'rules'
        ? 'Without a model there is nobody to see pictures. `assistant setup` connects one.'
        : `${model} cannot see pictures, so nothing was sent. Choose a model with eyes by -m.`,
  },
  noTool: (name, near) =>
    `--allowed-tools: there is no tool ‘${name}’.${near ? ` Did you mean ${near}?` : ''} \`assistant tools\` lists them.`,
  schema: {
    unreadable: (path, why) => `--json-schema: ${path} cannot be read (${why}).`,
    noSchema: (path) => `--json-schema: ${path} holds no JSON Schema object.`,
  },
  stream: {
    line: (at) => `Line ${at} of standard input cannot be read. Send one a line, as {"type":"user","text":"..."}.`,
    words:
      '--input-format stream-json takes questions from standard input only; leave the one on the command line out.',
    format: 'Use --input-format stream-json together with --output-format stream-json.',
  },
  emptyPrompt: 'There is no question. Ask like this: `assistant "question"`.',
}

export const oneshotMessages: Record<Language, typeof ko> = { ko, en }

import type { JsonObject } from '../../protocol/index.ts'
import { counted } from '../counted.ts'
import { mcpMessages } from '../tools/mcp.ts'
import { toolTitle } from '../tools/tool-words.ts'
import { damageMessages } from './damage.ts'
import { memoryMessages } from './memory.ts'
import { syncMessages } from './sync.ts'

/** Every notice that the engine gives, by code. */
/** The server's own words about what it refused. */
const serverSaid = ({ said }: JsonObject) =>
  typeof said === 'string' ? ` (“${said.replace(/\s+/g, ' ').slice(0, 160)}”)` : ''
const forgetIn = {
  ko: ({ said, model }: JsonObject) =>
    said ? ` 하루 뒤에 다시 해볼게요. 지금 다시 하려면 \`assistant models forget ${model}\`.` : '',
  en: ({ said, model }: JsonObject) =>
    said ? ` It is tried again after a day; to try now: \`assistant models forget ${model}\`.` : '',
}

const ko: Record<string, (data: JsonObject) => string> = {
  'answer-refused': () => '제공자의 안전 정책 때문에 답이 여기서 끊겼어요.',
  'no-tools': (d) => `${d.model} 모델은 도구를 쓸 수 없어서, 도구 없이 답해요.${serverSaid(d)}${forgetIn.ko(d)}`,
  'no-vision': (d) => `${d.model} 모델은 그림을 볼 수 없어서, 그림 없이 보냈어요.${serverSaid(d)}${forgetIn.ko(d)}`,
  'no-documents': (d) =>
    `${d.model} 모델에는 PDF의 글만 보냈어요. 쪽 그림은 읽지 못해요.${serverSaid(d)}${forgetIn.ko(d)}`,
  'tool-left-out': (d) =>
    `${d.model} 모델의 서버가 도구 하나(${d.tool})를 받지 않아서, 그 도구만 빼고 보냈어요.${serverSaid(d)}`,
  'no-thinking': (d) => `${d.model} 모델에는 thinking 설정이 아무 일도 하지 않아요.${serverSaid(d)}`,
  'prompt-truncated': (d) =>
    `서버가 보낸 글의 앞부분을 말없이 잘라내고 ${d.tokens}토큰만 읽었어요. 앞으로는 그만큼만 보낼게요. 더 읽게 하려면 서버에서 ${d.model} 모델의 컨텍스트 길이를 늘려 주세요.`,
  'answer-cut': () =>
    '모델이 한 번에 쓸 수 있는 길이를 다 써서 답이 여기서 끊겼어요. “계속해줘”라고 하면 이어갈 수 있어요.',
  'answer-gap': (d) =>
    `답의 일부(${d.events}군데)가 깨져서 왔어요. 빠진 말이 있을 수 있으니, 중요한 내용이면 다시 물어봐 주세요.`,
  'not-for-chat': () =>
    '이 모델은 대화용이 아니에요: 물음에 답하지 않고 받은 글을 되풀이했어요. `assistant models list`에서 대화용 모델을 골라 주세요.',
  'local-loop': () => '모델이 같은 말을 되풀이해서 여기서 멈췄어요. 다르게 물어봐 주세요.',
  'small-model': () => '작은 모델의 답이에요. 틀릴 수 있어요.',
  'still-writing': () => '답이 길어지고 있어요. 계속 받을게요. 멈추려면 Esc를 누르세요.',
  'service-said': (d) => String(d.text ?? ''),
  'nothing-new': () => '새 소식이 없었어요.',
  'was-cut': () => '지난번 답은 프로그램이 끝나면서 도중에 끊겼어요. 여기까지의 내용은 남아 있어요.',
  'window-cut': () => '요약하지 못해서 오래된 대화를 줄여 보냈어요. 원문은 그대로 남아 있어요.',
  'memory-compacted': () =>
    '기억이 길어져서 줄여 적었어요. 원래 내용은 스냅숏에 있고, `assistant memory undo`로 되돌릴 수 있어요.',
  'fact-noticed': (d) => `기억함: ${d.text}`,
  'fact-conflict': (d) => memoryMessages.ko.conflictAsked(String(d.before), String(d.text)),
  'facts-kept': (d) => `요약에서 밀려난 사실 ${d.count}개를 기억에 남겼어요.`,
  'memory-failed': (d) => `기억 저장에 실패했습니다${d.detail ? ` (${d.detail})` : ''}. 대화는 계속할 수 있어요.`,
  'model-routed': (d) => `${d.model} 모델로 답해요.`,
  'hook-warned': (d) => `훅에 문제가 있어요(${d.command}): ${d.why}`,
  'hook-changed': (d) => `훅이 ‘${toolTitle(String(d.tool), 'ko')}’에 넘길 내용을 바꿨어요.`,
  'documents-failed': (d) =>
    `문서를 찾아보지 못했어요(${d.detail ?? d.code}). 문서 없이 답할게요. \`assistant docs status\`로 확인해 주세요.`,
  'quotation-unfound': (d) => `다음 인용은 찾은 문서에 그대로 있지 않아요. 원문을 확인해 주세요: ${d.quotations}`,
  'documents-unwatched': (d) =>
    `문서 폴더를 지켜보지 못해서 5분마다 바뀐 것을 살펴봐요(${d.detail ?? d.code}). 폴더가 많으면 리눅스에서는 fs.inotify.max_user_watches를 늘려 주세요.`,
  'documents-unordered': () => '찾은 문단의 순서를 모델에게 물어보지 못해서 찾은 순서 그대로 썼어요.',
  'documents-words-only': () =>
    '임베딩 서버에 물어보지 못해서 단어로만 문서를 찾았어요. `assistant docs status`로 확인해 주세요.',
  'nobody-schedules': () =>
    '지금은 이 일을 할 프로그램이 떠 있지 않아요. `assistant daemon start`로 켜 두면 제때 해요.',
  'nobody-rings': () =>
    '지금은 아무 창도 열려 있지 않아 알림이 울리지 않아요. `assistant daemon start`를 한 번 실행해 두면 제시간에 알려드려요.',
  'nobody-hears': () =>
    '비서는 떠 있지만 알려드릴 곳이 없어요. 대화 창을 열어 두시거나, `assistant setup`에서 텔레그램을 연결하거나, 데스크톱이면 notify-send를 설치해 주세요.',
  'file-damaged': damageMessages.ko.damaged,
  ...syncMessages.ko.notices,
  ...mcpMessages.ko.notices,
}
const en: typeof ko = {
  'answer-refused': () => "The provider's safety policy cut the answer here.",
  'no-tools': (d) => `${d.model} cannot use tools; it answers without them.${serverSaid(d)}${forgetIn.en(d)}`,
  'no-documents': (d) =>
    `${d.model} was sent the text of the PDF only; it does not read the pages themselves.${serverSaid(d)}${forgetIn.en(d)}`,
  'no-vision': (d) => `${d.model} cannot see pictures; they were left out.${serverSaid(d)}${forgetIn.en(d)}`,
  'tool-left-out': (d) =>
    `The server of ${d.model} does not take the tool ${d.tool}; it was left out, and only it.${serverSaid(d)}`,
  'no-thinking': (d) => `The setting thinking does nothing for ${d.model}.${serverSaid(d)}`,
  'prompt-truncated': (d) =>
    `The server cut the beginning off without a word and read ${d.tokens} tokens. From now on no more is sent. To have it read more, raise the context length of ${d.model} at the server.`,
  'answer-gap': (d) =>
    `Part of the answer (${d.events} ${d.events === 1 ? 'piece' : 'pieces'}) came damaged. Words may be missing; ask again where it matters.`,
  'answer-cut': () =>
    'The answer ends here because the model used up the length it may write. Say “go on” to continue.',
  'not-for-chat': () =>
    'This model is not made for chat: it repeats what it is given. Choose one for chat from `assistant models list`.',
  'local-loop': () => 'The model repeated itself and was stopped here. Please ask in other words.',
  'small-model': () => 'This is the answer of a small model. It may be wrong.',
  'still-writing': () => 'The answer is getting long; it goes on. Press Esc to stop it.',
  'service-said': (d) => String(d.text ?? ''),
  'nothing-new': () => 'Nothing was new.',
  'was-cut': () => 'The last answer was cut because the program ended. What it had said is kept.',
  'window-cut': () =>
    'Older messages could not be summarised and were left out of this request. They are kept on disk.',
  'memory-compacted': () =>
    'Memory grew long and was made shorter. What it was is a snapshot; `assistant memory undo` takes it back.',
  'fact-noticed': (d) => `Remembered: ${d.text}`,
  'fact-conflict': (d) => memoryMessages.en.conflictAsked(String(d.before), String(d.text)),
  'facts-kept': (d) => `Kept ${counted(Number(d.count), 'fact')} in memory that only the oldest summary held.`,
  'memory-failed': (d) => `Memory could not be saved${d.detail ? ` (${d.detail})` : ''}. The conversation goes on.`,
  'model-routed': (d) => `Answering with ${d.model}.`,
  'hook-warned': (d) => `A hook has a problem (${d.command}): ${d.why}`,
  'hook-changed': (d) => `A hook changed what is given to ‘${toolTitle(String(d.tool), 'en')}’.`,
  'documents-failed': (d) =>
    `The documents could not be searched (${d.detail ?? d.code}); answering without them. See \`assistant docs status\`.`,
  'quotation-unfound': (d) =>
    `This quotation does not stand in the documents that were found. Check the source: ${d.quotations}`,
  'documents-unwatched': (d) =>
    `The folders of documents cannot be watched and are compared every 5 minutes (${d.detail ?? d.code}). With many folders on Linux, raise fs.inotify.max_user_watches.`,
  'documents-unordered': () => 'The model could not be asked to order the passages; they stay as they were found.',
  'documents-words-only': () =>
    'The embedding server could not be asked, so the documents were searched by words only. See `assistant docs status`.',
  'nobody-schedules': () => 'Nothing is running that could do this. Keep it going with: assistant daemon start',
  'nobody-hears': () =>
    'The daemon runs, but has nobody to tell. Keep a chat open, connect Telegram (`assistant setup`), or install notify-send on a desktop.',
  'nobody-rings': () =>
    'Nothing is running that could tell you in time. Keep `assistant` open, or run `assistant daemon start`.',
  'file-damaged': damageMessages.en.damaged,
  ...syncMessages.en.notices,
  ...mcpMessages.en.notices,
}

/** Notices beside an answer, by code. */
export const noticeMessages = { ko, en }

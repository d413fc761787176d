import type { FailureCode, RetryAttempt } from '../../protocol/index.ts'
import { josa } from '../../std/korean/grammar/particles.ts'
import { counted } from '../counted.ts'
import { nameSources } from '../engine/turn.ts'
import { permissionQuestion } from '../tools/questions.ts'
import { tryOf } from './retry-messages.ts'

const listTitles = (titles: string[]) => [...new Set(titles)].join(', ')

/** Sentences of the bot in a chat and in the log of the daemon. */
const ko = {
  stranger: (code: string) =>
    `이 봇은 주인이 허용한 사람만 쓸 수 있어요. 주인이라면 비서가 있는 컴퓨터에서 아래 명령을 실행해 주세요. (10분 동안 한 번만 쓸 수 있어요)\n\n\`assistant telegram pair ${code}\``,
  newGroup: (title: string, code: string) =>
    `‘${title}’ 그룹에서는 아직 대답하지 않아요. 대답하게 하려면 비서가 있는 컴퓨터에서 아래 명령을 실행해 주세요. (10분 동안 한 번만 쓸 수 있어요) 연결된 사람이 저를 부를 때만 대답하고, 그룹의 기억은 따로 둬요.\n\n\`assistant telegram pair ${code}\``,
  unmapped: (id: number) =>
    `워크스페이스를 먼저 연결해주세요. 비서가 있는 컴퓨터에서 \`assistant telegram map ${id} -w <워크스페이스>\`를 실행하면 돼요.`,
  moved: (id: number) =>
    `연결된 워크스페이스나 비서가 없어졌어요. 비서가 있는 컴퓨터에서 \`assistant telegram map ${id} -w <워크스페이스>\`로 다시 정해 주세요.`,
  start: (agent: string) =>
    `안녕하세요, ${josa(agent, '이에요/예요')}. 무엇이든 말씀해 주세요. /help에서 쓸 수 있는 명령을 볼 수 있어요.`,
  startGroup: (agent: string) =>
    `안녕하세요, ${josa(agent, '이에요/예요')}. 이 그룹에서는 제 이름을 부르거나 제 말에 답장하면 답할게요. 저와 연결된 사람에게만 답해요.`,
  help: [
    '/new 새 대화를 시작해요',
    '/stop 하던 일을 멈춰요',
    '/status 지금 상태를 보여줘요',
    '/agent 비서를 보거나 바꿔요 (/agent 이름)',
    '/workspace 워크스페이스를 보거나 바꿔요 (/workspace 이름)',
    '/reminders 앞으로 울릴 알림을 보여줘요',
    '/list 장보기, 할 일 같은 목록을 보여줘요',
    '/snooze 방금 울린 알림을 미뤄요 (/snooze 10분)',
    '/schedule 시간 맞춰 알아서 할 일을 보여줘요 (show·pause·resume·remove 번호)',
    '/model 모델을 보거나 이 대화의 모델을 바꿔요 (/model 이름)',
    '/usage 이 대화에 쓴 토큰을 보여줘요',
    '/memory 기억한 것을 보여줘요',
    '/compact 지난 대화를 요약해 줄여요',
    '/voice 음성 메시지에 목소리로도 답하게 해요 (/voice on·off)',
    '/help 이 도움말을 보여줘요',
    '',
    '글, 사진, 음성 메시지, 문서를 보낼 수 있어요. 문서는 "이 문서 저장해줘"라고 하면 문서함에 넣어요.',
  ].join('\n'),
  menu: {
    new: '새 대화를 시작해요',
    stop: '하던 일을 멈춰요',
    status: '지금 상태를 보여줘요',
    agent: '비서를 보거나 바꿔요',
    workspace: '워크스페이스를 보거나 바꿔요',
    reminders: '앞으로 울릴 알림을 보여줘요',
    list: '장보기, 할 일 같은 목록을 보여줘요',
    snooze: '방금 울린 알림을 미뤄요',
    schedule: '시간 맞춰 알아서 할 일을 보여줘요',
    model: '모델을 보거나 바꿔요',
    usage: '이 대화에 쓴 토큰을 보여줘요',
    memory: '기억한 것을 보여줘요',
    compact: '지난 대화를 요약해 줄여요',
    voice: '음성 메시지에 목소리로도 답해요',
    help: '쓸 수 있는 명령을 보여줘요',
  },
  unknownCommand: (name: string) => `${name} 명령은 없어요. /help에서 쓸 수 있는 명령을 볼 수 있어요.`,
  fresh: '새 대화를 시작할게요. 지난 대화는 그대로 남아 있어요.',
  nothingToStop: '지금 하고 있는 일이 없어요.',
  stopping: (waiting: number) => (waiting > 0 ? `멈출게요. 기다리던 ${waiting}건도 하지 않을게요.` : '멈출게요.'),
  status: (agent: string, workspace: string, model: string, busy: boolean) =>
    `비서: ${agent}\n워크스페이스: ${workspace}\n모델: ${model}\n${busy ? '답하는 중이에요.' : '쉬고 있어요.'}`,
  hasRead: (sources: readonly string[]) =>
    `외부 글을 읽은 대화예요${nameSources(sources)}. 무언가를 남기거나 보낼 때 다시 물어봐요. 새 대화: /new`,
  choices: (what: string, current: string, all: string[]) =>
    `지금 ${what}: ${current}\n고를 수 있는 것: ${all.join(', ') || '없음'}`,
  chosen: (what: string, name: string) =>
    `${josa(what, '을/를')} ${josa(name, '으로/로')} 바꾸고 새 대화를 시작할게요.`,
  notAllowed: (name: string) => `${josa(name, '은/는')} 고를 수 없어요. 주인이 허용한 것만 쓸 수 있어요.`,
  model: '모델',
  modelChosen: (name: string) => `이 대화는 다음 말부터 ${josa(name, '으로/로')} 답해요.`,
  onlyOwner: '이 비서의 주인만 할 수 있어요.',
  firstTalk: '아직 대화가 없어요. 먼저 말을 건 뒤에 바꿔 주세요.',
  compacted: '지난 대화를 요약했어요.',
  agent: '비서',
  workspace: '워크스페이스',
  quoted: '답장한 메시지',
  around: '그룹에서 앞서 오간 말',
  passedOn: '전달된 메시지',
  passedOnPicture: (at: number) => `${at}번째 사진은 다른 사람이 보낸 것을 전달한 사진이에요.`,
  readPassedOn: '전달한 메시지예요.',
  place: '보낸 위치',
  contact: '보낸 연락처',
  sentKind: (name: string) => `${josa(name, '이에요/예요')}.`,
  noVideo: '동영상은 볼 수 없어서 함께 온 글만 읽었어요.',
  edited: '이미 처리한 메시지라 고친 내용은 읽지 않았어요. 새 메시지로 보내 주세요.',
  odd: '고마워요! 그런데 저는 아직 글, 사진, 음성, 문서, 위치만 읽을 수 있어요.',
  empty: '내용이 없는 메시지예요. 부탁하실 일을 써서 보내 주세요.',
  noVoice: '음성을 글로 옮길 모델이 이 컴퓨터에 없어요. 글로 보내 주세요. (`assistant models list`에서 받을 수 있어요)',
  noSound: '이 오디오 형식은 받아쓸 수 없어요. 마이크 버튼으로 녹음한 음성 메시지로 보내 주세요.',
  noSpeech: '잘 못 들었어요, 다시 말해주세요',
  voice: {
    on: '이제 음성 메시지에는 글과 함께 목소리로도 답할게요. 그만두려면 /voice off 라고 하세요.',
    off: '이제 글로만 답할게요.',
    isOn: '음성 메시지에 목소리로도 답하고 있어요. 그만두려면 /voice off 라고 하세요.',
    isOff: '글로만 답하고 있어요. 음성 메시지에 목소리로도 답하게 하려면 /voice on 이라고 하세요.',
    missing: {
      voice:
        '이 컴퓨터에 말할 목소리가 없어요. `assistant models list`에서 목소리를 받거나 espeak-ng를 설치한 뒤 다시 켜 주세요.',
      encoder: '음성 메시지를 만드는 부품(opusscript)이 설치되지 않았어요. 비서를 다시 설치하면 함께 설치돼요.',
    },
  },
  tooBig: '파일이 너무 커서 받을 수 없어요(최대 20MB). 더 작은 파일로 보내 주세요.',
  noDocument: (name: string) => `${name} 파일은 읽을 수 없어요. 글이나 PDF, 사진으로 보내 주세요.`,
  noFile: '파일을 받지 못했어요. 다시 보내 주세요.',
  picture: '이 사진을 봐 주세요.',
  document: (name: string) => `${name} 문서를 보냈어요.`,
  keptDocument: (name: string, passages: number) => `${josa(name, '을/를')} 문서함에 넣었어요. (문단 ${passages}개)`,
  died: '답하던 중에 프로그램이 끝났어요. 이미 시작한 일이 있을 수 있어서 다시 하지 않았어요. 필요하면 확인한 뒤 다시 말씀해 주세요.',
  diedAfter: (tools: string[]) => `그때까지 시작한 일: ${listTitles(tools)}`,
  missed: (count: number) =>
    `꺼져 있는 동안 온 메시지 ${count}건은 오래되어 처리하지 않았어요. 필요하면 다시 보내 주세요.`,
  tool: (title: string) => `🔧 ${title}`,
  noted: (sentence: string) => `ℹ️ ${sentence}`,
  fallback: (model: string) => `${model} 모델이 대신 답해요.`,
  retry: (ms: number, attempt?: RetryAttempt) =>
    `모델이 바빠서 ${Math.ceil(ms / 1000)}초 뒤에 다시 물어볼게요${tryOf(attempt)}.`,
  /** Sentences in place of the engine's where those name a command that a chat does not have. */
  failures: {
    'model-missing': '고른 모델을 찾을 수 없어요. /model에서 다른 모델을 골라 주세요.',
    server: '제공자 서버에 문제가 있어요. 잠시 뒤에 다시 보내 주세요. 계속되면 /model에서 다른 모델을 골라 주세요.',
    timeout: '응답 시간 초과. 다시 보내 주세요. 계속되면 /model에서 다른 모델을 골라 주세요.',
    overflow: '대화가 모델이 읽을 수 있는 길이를 넘었어요. /new로 새 대화를 시작해 주세요.',
    'bad-request': '제공자가 요청을 받아들이지 않았어요. /model에서 다른 모델을 골라 주세요.',
  } as Partial<Record<FailureCode, string>>,
  notices: { 'still-writing': '답이 길어지고 있어요. 계속 받을게요. 멈추려면 /stop을 보내세요.' } as Record<
    string,
    string
  >,
  ask: (title: string, reason: string, risk: string) => `${permissionQuestion.ko(title)}\n${reason}\n위험도: ${risk}`,
  risks: { low: '낮음', medium: '보통', high: '높음' },
  allow: '허용',
  deny: '거절',
  allowed: '허용했어요.',
  denied: '거절했어요.',
  late: '이미 끝난 질문이에요.',
  waits: '지금 하는 일이 끝나면 이어서 답할게요.',
  steers: '지금 하는 일에 더할게요.',
  asked: '답을 기다리는 질문이 있어요 ↑ 단추를 눌러 주세요. 방금 보낸 말은 그다음에 볼게요. (/stop은 그만두기)',
  atTheDesk:
    '컴퓨터에서 답해 주세요. 휴대전화에서는 주인이 허용한 도구(`assistant telegram grant`)만 허용할 수 있어요.',
  other: (text: string) => `🖥 ${text}`,
  scheduled: (title: string) => `⏰ ${title}`,
  reminder: '알림',
  log: {
    started: (name: string) => `텔레그램: ${josa(`@${name}`, '으로/로')} 받고 있어요.`,
    token: '텔레그램: 봇 토큰이 거절됐어요. TELEGRAM_BOT_TOKEN을 확인하고 다시 시작해 주세요.',
    conflict:
      '텔레그램: 다른 프로그램이 같은 봇의 메시지를 받고 있어요. 그쪽을 꺼 주세요. 그때까지 천천히 다시 시도할게요.',
    paired: (id: number) => `텔레그램: 연결했어요: ${id}`,
    group: (id: number) => `텔레그램: 그룹(${id})의 연결 코드를 그룹에서 부른 사람에게 보냈어요.`,
    stranger: (id: number) => `텔레그램: 모르는 사람(${id})에게 연결 코드를 보냈어요.`,
  },
}

const en: typeof ko = {
  stranger: (code) =>
    `Only people whom the owner let in can use this bot. If that is you, run this on the computer of the assistant (good for 10 minutes, once):\n\n\`assistant telegram pair ${code}\``,
  newGroup: (title, code) =>
    `I do not answer in the group “${title}” yet. To have me answer there, run this on the computer of the assistant (good for 10 minutes, once). I answer only people who are let in, only when they call me, and keep a memory of the group's own.\n\n\`assistant telegram pair ${code}\``,
  unmapped: (id) =>
    `워크스페이스를 먼저 연결해주세요 (a workspace has to be connected first). On the computer of the assistant: \`assistant telegram map ${id} -w <workspace>\``,
  moved: (id) =>
    `The connected workspace or agent is gone. On the computer of the assistant, choose again: \`assistant telegram map ${id} -w <workspace>\``,
  start: (agent) => `Hello, this is ${agent}. Just write to me. /help shows the commands.`,
  startGroup: (agent) =>
    `Hello, this is ${agent}. In this group I answer who names me or answers me, and only people who are connected with me.`,
  help: [
    '/new begins a new conversation',
    '/stop stops what is going on',
    '/status shows how things stand',
    '/agent shows or changes the agent (/agent name)',
    '/workspace shows or changes the workspace (/workspace name)',
    '/reminders shows what will ring',
    '/list shows lists: shopping, to-do, any name',
    '/snooze puts off what rang last (/snooze 10m)',
    '/schedule shows what is done by itself (show, pause, resume, remove and a number)',
    '/model shows the models or changes that of this conversation (/model name)',
    '/usage shows the tokens of this conversation',
    '/memory shows what is remembered',
    '/compact summarises what was said before',
    '/voice has voice messages answered aloud, too (/voice on, off)',
    '/help shows this',
    '',
    'You can send text, pictures, voice messages and documents; "save this document" puts one among the documents.',
  ].join('\n'),
  menu: {
    new: 'begin a new conversation',
    stop: 'stop what is going on',
    status: 'how things stand',
    agent: 'show or change the agent',
    workspace: 'show or change the workspace',
    reminders: 'what will ring',
    list: 'lists: shopping, to-do, any name',
    snooze: 'put off what rang last',
    schedule: 'what is done by itself at its time',
    model: 'show or change the model',
    usage: 'the tokens of this conversation',
    memory: 'what is remembered',
    compact: 'summarise what was said before',
    voice: 'answer voice messages aloud, too',
    help: 'the commands',
  },
  unknownCommand: (name) => `There is no command ${name}. See /help.`,
  fresh: 'A new conversation begins. The old one is kept.',
  nothingToStop: 'Nothing is going on.',
  stopping: (waiting) => (waiting > 0 ? `Stopping. ${waiting} that waited will not be done either.` : 'Stopping.'),
  status: (agent, workspace, model, busy) =>
    `Agent: ${agent}\nWorkspace: ${workspace}\nModel: ${model}\n${busy ? 'Answering.' : 'Idle.'}`,
  hasRead: (sources) =>
    `This conversation has read text from outside${nameSources(sources)}: what keeps or sends something is asked about. A new one: /new`,
  choices: (what, current, all) => `${what} now: ${current}\nThere are: ${all.join(', ') || 'none'}`,
  chosen: (what, name) => `The ${what} is ${name} now, in a new conversation.`,
  notAllowed: (name) => `${name} cannot be chosen: only what the owner allowed.`,
  model: 'model',
  modelChosen: (name) => `From your next message on this conversation is answered by ${name}.`,
  onlyOwner: 'Only the owner of this assistant may do that.',
  firstTalk: 'There is no conversation yet. Say something first.',
  compacted: 'What was said before is summarised.',
  agent: 'agent',
  workspace: 'workspace',
  quoted: 'message that is answered',
  around: 'what was said in the group before',
  passedOn: 'forwarded message',
  passedOnPicture: (at) => `Picture ${at} was made by somebody else and passed on.`,
  readPassedOn: 'This is a message that I pass on.',
  place: 'place that was sent',
  contact: 'contact that was sent',
  sentKind: (name) => `This is a ${name}.`,
  noVideo: 'Videos cannot be seen here; only the words with it were read.',
  edited: 'That message was handled already, so the change was not read. Please send it as a new one.',
  odd: 'Thank you! So far I read only text, pictures, voice messages and documents.',
  empty: 'There is nothing in that message. Please write what you want.',
  noVoice: 'This computer has no model that turns speech into text. Please write. (`assistant models list` has them)',
  noSound: 'This kind of sound file cannot be turned into text. Please send a voice message (the microphone button).',
  noSpeech: '잘 못 들었어요, 다시 말해주세요 (I could not make that out; please say it again)',
  voice: {
    on: 'From now on voice messages are answered aloud, too, beside the text. /voice off ends that.',
    off: 'From now on I answer in text alone.',
    isOn: 'Voice messages are answered aloud, too. /voice off ends that.',
    isOff: 'I answer in text alone. /voice on has voice messages answered aloud, too.',
    missing: {
      voice:
        'This computer has no voice to speak with. Get one from `assistant models list`, or install espeak-ng, and try again.',
      encoder:
        'The part that makes voice messages (opusscript) is not installed. Installing the assistant again brings it.',
    },
  },
  tooBig: 'That file is too large (20 MB at most). Please send a smaller one.',
  noDocument: (name) => `${name} cannot be read. Please send text, a PDF or a picture.`,
  noFile: 'The file could not be fetched. Please send it again.',
  picture: 'Please look at this picture.',
  document: (name) => `I sent the document ${name}.`,
  keptDocument: (name, passages) =>
    `${name} is among the documents now (${passages} ${passages === 1 ? 'passage' : 'passages'}).`,
  died: 'The program ended while it was answering. Something may have been begun already, so it was not done again. Please check, and ask again if you want it.',
  diedAfter: (tools) => `Begun until then: ${listTitles(tools)}`,
  missed: (count) =>
    `${counted(count, 'message')} that came while I was off were too old and were not handled. Please send again what still matters.`,
  tool: (title) => `🔧 ${title}`,
  noted: (sentence) => `ℹ️ ${sentence}`,
  fallback: (model) => `${model} answers instead.`,
  retry: (ms, attempt) => `The model is busy; it is asked again in ${Math.ceil(ms / 1000)} s${tryOf(attempt)}.`,
  failures: {
    'model-missing': 'The chosen model is not there. Choose another with `/model`.',
    server:
      "The provider's server has a problem. Send it again in a moment; if it stays, choose another model with `/model`.",
    timeout: 'The answer did not come in time. Send it again; if it stays, choose another model with `/model`.',
    overflow: 'The conversation is longer than this model can read. Begin a new one with /new.',
    'bad-request': 'The provider did not accept the request. Choose another model with `/model`.',
  },
  notices: { 'still-writing': 'The answer is getting long; it goes on. Send /stop to stop it.' },
  ask: (title, reason, risk) => `${permissionQuestion.en(title)}\n${reason}\nRisk: ${risk}`,
  risks: { low: 'low', medium: 'medium', high: 'high' },
  allow: 'Allow',
  deny: 'Deny',
  allowed: 'Allowed.',
  denied: 'Denied.',
  late: 'That question is over.',
  waits: 'I will come to this when I am done.',
  steers: 'I take this into what I am doing.',
  asked: 'A question waits for you ↑ Press a button; I come to your message after it. (/stop gives up)',
  atTheDesk:
    'Please answer at the computer. On a phone only tools that the owner granted (`assistant telegram grant`) can be allowed.',
  other: (text) => `🖥 ${text}`,
  scheduled: (title) => `⏰ ${title}`,
  reminder: 'Reminder',
  log: {
    started: (name) => `Telegram: receiving as @${name}.`,
    token: 'Telegram: the bot token was refused. Check TELEGRAM_BOT_TOKEN and start again.',
    conflict:
      "Telegram: another program receives this bot's messages. Please end it; until then this one tries again slowly.",
    paired: (id) => `Telegram: let in: ${id}`,
    group: (id) => `Telegram: sent the pairing code of a group (${id}) to whoever called the bot there.`,
    stranger: (id) => `Telegram: sent a pairing code to a stranger (${id}).`,
  },
}

export const telegramMessages = { ko, en }

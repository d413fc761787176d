import type { SpeechFault } from '../../protocol/speech.ts'
import { counted } from '../counted.ts'
import { voiceFaults } from './voice-faults.ts'

/** Result of a check of the loudspeaker in the microphone; levels in dB. */
interface EchoFound {
  silent: boolean
  delayMs: number
  erleDb: number
  lostDb: number
  mode: 'full' | 'keyword'
  /** The sound server cancels echo, too. */
  bySystem: boolean
}

/** Return the spoken form of a link's host: "naver 닷컴 링크". */
const koHost = (host: string) =>
  host
    .replace(/\.co\.kr$/, ' 닷 씨오 닷 케이알')
    .replace(/\.com$/, ' 닷컴')
    .replaceAll('.', ' 닷 ')
const enHost = (host: string) => host.replaceAll('.', ' dot ')

/** Words that are no sentence of their own are parted from the one behind them. */
const endSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text} —`)

const ko = {
  fault: (fault: SpeechFault): string => voiceFaults.ko[fault],
  retry: '잘 못 들었어요, 다시 말해주세요',
  ringing: (what: string): string => `알림이에요. ${what}`,
  endQuestion: '대화를 종료할까요?',
  pace: (pace: number): string => `말하는 빠르기 ${Math.round(pace * 100)}%`,
  codeOnScreen: '코드는 화면에 적어 두었어요.',
  tableOnScreen: '표는 화면에서 봐 주세요.',
  link: (host: string): string => `${koHost(host)} 링크`,
  host: koHost,
  mail: (name: string, host: string): string => `${name.replaceAll('.', ' 점 ')} 골뱅이 ${koHost(host)}`,
  sharp: (name: string): string => `${name}샵`,
  approval: (effect: string): string => `${endSentence(effect)} 실행할까요?`,
  more: (effect: string): string => `${endSentence(effect)} 나머지는 화면에 있어요.`,
  approvalAgain: '네, 아니요로 답해 주세요.',
  approvalByKey: (effect: string): string =>
    `${endSentence(effect)} 이 작업은 목소리만으로는 할 수 없어요. 화면에서 y 또는 n을 눌러 주세요.`,
  states: {
    idle: '대기 중',
    listening: '듣는 중',
    processing: '생각하는 중',
    speaking: '말하는 중',
    text: '글로 대화 중',
    closed: '마이크 끔',
  },
  you: '나',
  agentNow: (name: string): string => `${name}에게 넘겼어요.`,
  welcome: (word: string): string =>
    `"${word}" 하고 부르거나 스페이스를 누르고 말해 주세요. 글로 써도 돼요. Ctrl+C로 나가요.`,
  keys: '스페이스 누르고 말하기 · Tab 마이크 끄기 · ↑ 다시 듣기 · ←→ 느리게, 빠르게',
  asking: (effect: string): string => `${effect} (y/n)`,
  cost: (seconds: number, letters: number, usd: string | undefined): string =>
    `음성 서비스 사용량: 받아쓰기 ${Math.ceil(seconds)}초, 읽기 ${letters}자${usd === undefined ? ' (요금은 알 수 없어요)' : `, 약 $${usd}`}`,
  check: {
    recorder: '녹음 프로그램',
    microphone: '마이크',
    speak: '지금 아무 말이나 해 보세요 (3초).',
    level: (db: number): string => `가장 큰 소리 ${db.toFixed(0)} dB`,
    silent: '소리가 들리지 않았어요. 음소거와 입력 장치를 확인해 주세요.',
    playing: '방금 녹음한 소리를 들려 드릴게요.',
    speaker: '스피커',
    sample: '안녕하세요. 제 목소리가 들리나요?',
    played: '재생했어요. 들리지 않았다면 소리 크기와 출력 장치를 확인해 주세요.',
    voice: '목소리',
    model: (use: string, name: string): string => `${use} 모델 ${name}`,
    works: '잘 돼요.',
    judges: (ms: number): string => `잘 돼요 (${ms.toFixed(0)} ms).`,
    wordsDecide: (ms?: number): string =>
      `${ms ? `${ms.toFixed(0)} ms나 걸려서` : '쓸 수 없어서'} 말의 내용으로만 판단해요.`,
    wordsAlone: (name: string): string =>
      `말의 내용으로만 판단해요. \`assistant models pull ${name}\`로 받으면 말투도 들어요.`,
    missing: (use: string, name: string, size: string): string =>
      `${use} 모델이 없어요. \`assistant models pull ${name}\` 명령으로 받아 주세요 (${size}).`,
    noMicrophone:
      '마이크를 찾을 수 없어요. 마이크를 연결하고 소리 서버(PipeWire, PulseAudio)가 켜져 있는지 확인해 주세요.',
    listen: '이제 소리를 내 볼게요.',
    broken: (why: string): string => `쓸 수 없어요: ${why}`,
    echo: '말 끼어들기',
    sweep: '스피커 소리가 마이크에 얼마나 돌아오는지 재 볼게요 (5초). 잠깐 조용히 해 주세요.',
    echoes: (echo: EchoFound): string => {
      if (echo.silent)
        return `스피커 소리가 마이크에 들리지 않아요 (${echo.bySystem ? '시스템이 지우거나 ' : ''}헤드폰). 아무 말로나 끼어들 수 있어요.`
      const found = `${echo.delayMs.toFixed(0)} ms 늦게 돌아오고, ${echo.erleDb.toFixed(0)} dB 지워요. 겹쳐 말하면 ${Math.max(0, echo.lostDb).toFixed(0)} dB 작아져요.`
      return echo.mode === 'full'
        ? `${found} 아무 말로나 끼어들 수 있어요.`
        : `${found} 호출어와 “그만”만 믿을 만해요. 헤드폰을 쓰거나 voice.bargeIn을 keyword로 두세요.`
    },
    uses: {
      vad: '말소리 감지',
      stt: '음성 인식',
      partials: '음성 인식(말하는 동안)',
      finals: '음성 인식(마지막 글)',
      turn: '말끝 판단',
      speaker: '목소리 구분',
      wake: '호출어',
      tts: '목소리',
    },
    good: '음성 대화를 쓸 수 있어요.',
    bad: '위에 ✗로 표시된 것을 고치면 음성 대화를 쓸 수 있어요. 지금도 글로는 쓸 수 있어요.',
  },
  models: {
    heads: ['이름', '용도', '언어', '크기', '라이선스', '상태'],
    embed: '임베딩',
    chat: '대화',
    installed: '있음',
    absent: '없음',
    others: (count: number): string => `다른 모델 ${count}개는 \`assistant models list --all\`에서 볼 수 있어요.`,
    ships: (name: string): string => `${name} 모델은 프로그램에 들어 있어서 지울 수 없어요.`,
    voiceReady: '음성 대화에 필요한 모델이 다 있어요. `assistant voice`로 시작하세요.',
    voiceFits: (lines: string, size: string): string =>
      `음성 대화를 위해 받을 모델이에요 (모두 ${size}).\n${lines}\n이 라이선스들에 동의하고 받을까요?`,
    voiceTotal: '음성 모델',
    partFailed: (name: string, sentence: string): string => `${name}: ${sentence}`,
    voiceRest: '받은 것은 그대로 있어요. `assistant voice setup`을 다시 하면 나머지만 이어서 받아요.',
    partial: (percent: number): string => `${percent}% 받음`,
    unknown: (name: string): string =>
      `그런 모델이 없어요: ${name}. \`assistant models list\`에서 이름을 볼 수 있어요.`,
    licence: (name: string, licence: string, note: string): string =>
      `${name}의 라이선스: ${licence}${note && ` (${note})`}\n이 조건에 동의하고 받을까요?`,
    licenceNeeded: '라이선스에 동의해야 받을 수 있어요. 읽어 보셨다면 --yes를 붙여 주세요.',
    unpinned:
      '이 모델은 비교할 SHA-256이 알려져 있지 않아요. 받은 파일의 값을 보여드리고 적어 둔 뒤, 다음부터 그것과 비교할게요.',
    recorded: (sum: string): string => `받은 파일의 SHA-256: ${sum}`,
    progress: (name: string, percent: number, mb: string): string => `${name} ${percent}% (${mb})`,
    trying: '받은 모델을 시험하고 있어요.',
    pulled: (name: string): string => `${name} 모델을 쓸 수 있어요.`,
    removed: (name: string): string => `${name} 모델을 지웠어요.`,
    already: (name: string): string => `${name} 모델은 이미 있어요.`,
    intact: (name: string): string => `${name}: 이상 없어요.`,
    changed: (name: string): string => `${name}: 파일이 바뀌었거나 빠졌어요. 지우고 다시 받아 주세요.`,
    badSum: '받은 파일이 알려진 SHA-256과 달라서 버렸어요. 다시 받아 보시고, 또 그러면 쓰지 마세요.',
    badFile: '받은 파일이 깨졌거나 압축 파일이 아니어서 풀지 못했어요. 잠시 뒤에 다시 받아 주세요.',
    badArchive: (entry: string): string => `압축 파일 안에 밖을 가리키는 이름이 있어서 풀지 않았어요: ${entry}`,
    noSpace: '디스크에 남은 공간이 모자라요. 공간을 비우고 다시 받으면 이어서 받아요.',
    noUnpacker: '압축을 풀 tar와 bzip2가 없어요. 설치하고 다시 해 주세요.',
    status: (status: number): string => `서버가 파일을 주지 않았어요 (${status}). 나중에 다시 해 주세요.`,
    redirects: '서버가 너무 여러 번 다른 곳으로 보냈어요.',
    untrusted: (why: string): string => `이 모델은 불러올 수 없어서 쓰지 않을게요: ${why}`,
    remove: (name: string): string => `${name} 모델을 지울까요?`,
    none: '받은 모델이 없어요.',
    twoPass: (first: string, second: string): string =>
      `말하는 동안 듣는 모델: ${first}, 마지막 글을 적는 모델: ${second} (voice.twoPass)`,
    advice: (cores: number, gb: number, names: string): string =>
      `이 컴퓨터(코어 ${cores}개, 메모리 ${gb}GB)에 알맞은 모델: ${names}`,
  },
}

const en: typeof ko = {
  fault: (fault) => voiceFaults.en[fault],
  retry: 'I did not catch that. Please say it again.',
  ringing: (what) => `A reminder. ${what}`,
  endQuestion: 'Shall we end here?',
  pace: (pace) => `speaking at ${Math.round(pace * 100)}%`,
  codeOnScreen: 'The code is on the screen.',
  tableOnScreen: 'Please look at the table on the screen.',
  link: (host) => `a link to ${enHost(host)}`,
  host: enHost,
  mail: (name, host) => `${name.replaceAll('.', ' dot ')} at ${enHost(host)}`,
  sharp: (name) => `${name} sharp`,
  approval: (effect) => `${endSentence(effect)} Shall I?`,
  more: (effect) => `${endSentence(effect)} The rest is on the screen.`,
  approvalAgain: 'Please say yes or no.',
  approvalByKey: (effect) => `${endSentence(effect)} This cannot be done by voice alone. Press y or n on the screen.`,
  states: {
    idle: 'waiting',
    listening: 'listening',
    processing: 'thinking',
    speaking: 'speaking',
    text: 'text only',
    closed: 'microphone off',
  },
  you: 'you',
  agentNow: (name) => `${name} is listening now.`,
  welcome: (word) => `Say "${word}" or press space and speak. You can also type. Ctrl+C leaves.`,
  keys: 'hold space to talk · Tab microphone off · ↑ once more · ←→ slower, faster',
  asking: (effect) => `${effect} (y/n)`,
  cost: (seconds, letters, usd) =>
    `Speech services heard ${Math.ceil(seconds)} s and said ${counted(letters, 'character')}${usd === undefined ? ' (price unknown)' : `, about $${usd}`}`,
  check: {
    recorder: 'recorder',
    microphone: 'microphone',
    speak: 'Say something (3 seconds).',
    level: (db) => `loudest ${db.toFixed(0)} dB`,
    silent: 'Nothing was heard. Look at mute and the input device.',
    playing: 'Playing back what was recorded.',
    speaker: 'speaker',
    sample: 'Hello. Can you hear me?',
    played: 'played. If you heard nothing, look at the volume and the output device.',
    voice: 'voice',
    model: (use, name) => `${use} model ${name}`,
    works: 'works.',
    judges: (ms) => `works (${ms.toFixed(0)} ms).`,
    wordsDecide: (ms) => `${ms ? `takes ${ms.toFixed(0)} ms` : 'cannot be used'}, so your words alone decide.`,
    wordsAlone: (name) =>
      `your words alone decide. \`assistant models pull ${name}\` has it listen to your voice, too.`,
    missing: (use, name, size) =>
      `There is no model for ${use}. Get one with \`assistant models pull ${name}\` (${size}).`,
    noMicrophone: 'There is no microphone. Connect one, and see that the sound server (PipeWire, PulseAudio) runs.',
    listen: 'Now something to hear.',
    broken: (why) => `cannot be used: ${why}`,
    echo: 'speaking over it',
    sweep: 'Measuring how much of the loudspeaker comes back into the microphone (5 s). Please be quiet.',
    echoes: (echo) => {
      if (echo.silent)
        return `the microphone does not hear the loudspeaker (${echo.bySystem ? 'the system cancels it, or ' : ''}headphones). Anything you say is heard over it.`
      const found = `it comes back after ${echo.delayMs.toFixed(0)} ms and is made ${echo.erleDb.toFixed(0)} dB weaker, a voice over it ${Math.max(0, echo.lostDb).toFixed(0)} dB.`
      return echo.mode === 'full'
        ? `${found} Anything you say is heard over it.`
        : `${found} Rely on the wake word and “stop” only: use headphones, or set voice.bargeIn to keyword.`
    },
    uses: {
      vad: 'voice detection',
      stt: 'speech recognition',
      partials: 'speech recognition (while you speak)',
      finals: 'speech recognition (final text)',
      turn: 'end of a turn',
      speaker: 'who speaks',
      wake: 'wake word',
      tts: 'voice',
    },
    good: 'Voice can be used.',
    bad: 'Mend what is marked ✗ and voice can be used. Text works as it is.',
  },
  models: {
    heads: ['name', 'use', 'languages', 'size', 'licence', 'state'],
    embed: 'embedding',
    chat: 'chat',
    installed: 'here',
    absent: 'not here',
    others: (count) => `${counted(count, 'other model')}: \`assistant models list --all\`.`,
    ships: (name) => `${name} comes with the program and cannot be removed.`,
    voiceReady: 'All models for talking are here. Start with `assistant voice`.',
    voiceFits: (lines, size) =>
      `These models are fetched for talking (${size} in all).\n${lines}\nDo you accept these licences and want them?`,
    voiceTotal: 'speech models',
    partFailed: (name, sentence) => `${name}: ${sentence}`,
    voiceRest: 'What was fetched is kept. `assistant voice setup` again fetches the rest alone.',
    partial: (percent) => `${percent}% here`,
    unknown: (name) => `There is no such model: ${name}. See \`assistant models list\`.`,
    licence: (name, licence, note) =>
      `Licence of ${name}: ${licence}${note && ` (${note})`}\nDo you accept it and want the model?`,
    licenceNeeded: 'The licence must be accepted. If you have read it, add --yes.',
    unpinned:
      'No SHA-256 is known for this model. The one of this download is shown, written down and compared from now on.',
    recorded: (sum) => `SHA-256 of the download: ${sum}`,
    progress: (name, percent, mb) => `${name} ${percent}% (${mb})`,
    trying: 'Trying the model.',
    pulled: (name) => `${name} can be used.`,
    removed: (name) => `${name} was removed.`,
    already: (name) => `${name} is already here.`,
    intact: (name) => `${name}: intact.`,
    changed: (name) => `${name}: files changed or are missing. Remove it and pull it again.`,
    badSum:
      'The download does not have the known SHA-256 and was thrown away. Try again; if it happens twice, do not use it.',
    badFile: 'The download is broken or no archive and was not unpacked. Try again later.',
    badArchive: (entry) => `The archive holds a name that points outside and was not unpacked: ${entry}`,
    noSpace: 'The disk is full. Make room and pull again; it goes on where it stopped.',
    noUnpacker: 'tar and bzip2 are needed to unpack. Install them and try again.',
    status: (status) => `The server did not give the file (${status}). Try again later.`,
    redirects: 'The server redirected too often.',
    untrusted: (why) => `This model cannot be loaded and will not be used: ${why}`,
    remove: (name) => `Remove ${name}?`,
    none: 'No models are here.',
    twoPass: (first, second) => `${first} follows what is said, ${second} writes the final text (voice.twoPass).`,
    advice: (cores, gb, names) => `For this machine (${counted(cores, 'core')}, ${gb} GB of memory): ${names}.`,
  },
}

/** Sentences of voice says aloud and on the screen, and what `models`. */
export const voiceMessages = { ko, en }

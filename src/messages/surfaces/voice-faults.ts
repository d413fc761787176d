import type { SpeechFault } from '../../protocol/speech.ts'

const ko: Record<SpeechFault, string> = {
  'no-microphone':
    '마이크를 찾을 수 없어요. 마이크를 연결하고 `assistant voice --check`로 확인해 주세요. 그동안은 글로 이야기해요.',
  'microphone-refused':
    '마이크 사용이 막혀 있어요. 시스템 설정의 개인정보 보호에서 터미널에 마이크를 허용하고, 리눅스라면 audio 그룹과 소리 서버를 확인해 주세요.',
  'microphone-silent':
    '마이크에서 아무 소리도 들어오지 않아요. 음소거나 입력 장치를 확인해 주세요. 그동안은 글로 이야기해요.',
  'no-recorder':
    '녹음 프로그램이 없어요. pulseaudio-utils, alsa-utils, sox 중 하나를 설치해 주세요. 그동안은 글로 이야기해요.',
  'no-ears': '음성 인식 모델이 없어요. `assistant voice setup`으로 받아 주세요. 그동안은 글로 이야기해요.',
  'ears-died':
    '음성 인식이 멈춰서 다시 켜지 못했어요. `assistant voice --check`로 모델을 확인해 주세요. 그동안은 글로 이야기해요.',
  'no-speaker': '음성 출력을 사용할 수 없습니다. 스피커나 소리 서버를 확인해 주세요. 답은 글로 보여드릴게요.',
  'no-voice':
    '음성 출력을 사용할 수 없습니다. espeak-ng를 설치하거나 `assistant models pull`로 목소리를 받아 주세요. 답은 글로 보여드릴게요.',
  'no-engine':
    '음성 엔진(sherpa-onnx-node)이 설치되어 있지 않아요. 선택 의존성까지 다시 설치해 주세요. 그동안은 글로 이야기해요.',
  'no-such-model':
    'voice.stt나 voice.tts가 가리키는 모델이 없어요. `assistant models list`의 이름이나 openai/모델, elevenlabs/모델, compatible/모델, @서버/모델로 적어 주세요. 밖으로는 아무것도 보내지 않았어요.',
  'ears-key':
    '음성을 글로 바꿔 줄 서비스의 API 키가 없거나 거절됐어요. `assistant setup`이나 환경 변수(OPENAI_API_KEY, ELEVENLABS_API_KEY)로 넣어 주세요. 그동안은 글로 이야기해요.',
  'ears-away': '음성을 글로 바꿔 줄 서비스가 대답하지 않아요. 이 컴퓨터에서 알아들은 말이 있으면 그걸로 이어갈게요.',
  'reader-died':
    '마지막 글을 적는 음성 인식이 멈춰서 다시 켜지 못했어요. 말하는 동안 듣는 인식기의 글로 이어갈게요. `assistant voice --check`로 모델을 확인해 주세요.',
  'owner-unknown':
    '등록한 목소리를 알아볼 모델이나 파일을 쓸 수 없어요. 부탁은 들을게요. 허용은 화면에서만 받아요. `assistant voice --check`로 확인해 주세요.',
  'voice-key':
    '말해 줄 서비스의 API 키가 없거나 거절됐어요. `assistant setup`이나 환경 변수(OPENAI_API_KEY, ELEVENLABS_API_KEY)로 넣어 주세요. 답은 글로 보여드릴게요.',
  'voice-away': '말해 줄 서비스가 대답하지 않아요. 답은 글로 보여드리고, 다음 답에 다시 해 볼게요.',
}
const en: typeof ko = {
  'no-microphone': 'There is no microphone. Connect one and try `assistant voice --check`. Until then, type.',
  'microphone-refused':
    'The microphone may not be used. Allow it for the terminal in the privacy settings; on Linux look at the audio group and the sound server.',
  'microphone-silent': 'The microphone delivers nothing. Look at mute and the input device. Until then, type.',
  'no-recorder': 'There is no program to record with. Install pulseaudio-utils, alsa-utils or sox. Until then, type.',
  'no-ears': 'There is no speech recognition model. `assistant voice setup` gets one. Until then, type.',
  'ears-died':
    'Speech recognition stopped and could not be started again. Try `assistant voice --check`. Until then, type.',
  'no-speaker': 'Speech output cannot be used. Look at the speaker or the sound server. Answers come as text.',
  'no-voice':
    'Speech output cannot be used. Install espeak-ng, or get a voice with `assistant models pull`. Answers come as text.',
  'no-engine':
    'The speech engine (sherpa-onnx-node) is not installed. Install again with optional dependencies. Until then, type.',
  'no-such-model':
    'voice.stt or voice.tts names no model. Use a name of `assistant models list`, or openai/MODEL, elevenlabs/MODEL, compatible/MODEL or @SERVER/MODEL. Nothing was sent anywhere.',
  'ears-key':
    'The service that writes down speech has no API key, or refused it. Set it with `assistant setup` or a variable (OPENAI_API_KEY, ELEVENLABS_API_KEY). Until then, type.',
  'ears-away':
    'The service that writes down speech does not answer. What this computer understood by itself is used, if anything.',
  'reader-died':
    'The recogniser of the final text stopped and could not be started again. The text of the streaming one is used. Try `assistant voice --check`.',
  'owner-unknown':
    'The model or the file that knows your enrolled voice cannot be used. You are heard, but a yes counts on the screen only. Try `assistant voice --check`.',
  'voice-key':
    'The service that speaks has no API key, or refused it. Set it with `assistant setup` or a variable (OPENAI_API_KEY, ELEVENLABS_API_KEY). Answers come as text.',
  'voice-away': 'The service that speaks does not answer. This answer comes as text; it is tried again with the next.',
}

/** Faults of hearing and speaking, and what to do about it. */
export const voiceFaults = { ko, en }

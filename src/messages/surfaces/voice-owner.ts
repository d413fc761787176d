/** Sentences about whose voice it is, and while one is enrolled. */
const ko = {
  stranger: '등록한 목소리가 아니어서 따르지 않았어요. 글로 쓰면 돼요.',
  unsure: '누구 목소리인지 잘 모르겠어요. “네, 그렇게 해 주세요”처럼 조금 길게 말하거나 화면에서 답해 주세요.',
  begin:
    '목소리를 등록할게요. 조용한 곳에서 다음 문장을 평소처럼 소리 내어 읽어 주세요. 소리는 남기지 않고, 목소리의 특징만 이 컴퓨터에 둬요.',
  /** Long enough that they hold some three seconds of a voice each, with many sounds. */
  sentences: [
    '오늘은 하늘이 맑아서 점심을 먹고 공원까지 천천히 걸어가 보려고 해요.',
    '지난 주말에는 오랜 친구를 만나 커피를 마시면서 한참 이야기를 나눴어요.',
    '내일 아침 일곱 시에 깨워 주고, 잊지 않게 우산도 챙기라고 말해 줘.',
  ],
  read: (at: number, of: number, sentence: string): string => `${at}/${of}  “${sentence}”`,
  short: '목소리가 짧거나 작아서 알기 어려워요. 한 번 더 읽어 주세요.',
  mixed: '문장마다 목소리가 달라서 등록하지 않았어요. 조용한 곳에서 혼자 다시 해 주세요.',
  nothing: '목소리가 들리지 않아서 등록하지 않았어요. `assistant voice --check`로 마이크를 확인해 주세요.',
  enrolled:
    '목소리를 등록했어요. 이제 다른 목소리의 부탁은 따르지 않고, 목소리로 하는 허용은 이 목소리로만 받아요. 지우려면 `assistant voice forget`을 쓰세요.',
  forget: '등록한 목소리를 지울까요? 그러면 누구의 목소리든 부탁하고 허용할 수 있어요.',
  forgetNeeded: '등록한 목소리를 지우려면 --yes를 붙여 주세요.',
  forgotten: '등록한 목소리를 지웠어요.',
  none: '등록한 목소리가 없어요. `assistant voice enrol`로 등록할 수 있어요.',
  owner: '등록한 목소리',
  knows: (day: string, model: string): string => `${day}에 등록했고, ${model} 모델로 알아봐요.`,
  anyone: '없어요. 누구의 목소리든 들어요. `assistant voice enrol`로 등록할 수 있어요.',
  damaged: '파일이 손상됐어요. `assistant voice enrol`로 다시 등록해 주세요. 그때까지 허용은 화면에서만 받아요.',
  modelGone: (model: string): string =>
    `${model} 모델을 쓸 수 없어서 허용은 화면에서만 받아요. \`assistant models pull ${model}\`로 받거나 다시 등록해 주세요.`,
}

const en: typeof ko = {
  stranger: 'That was not the enrolled voice, so I did not follow it. It can be typed.',
  unsure:
    'I cannot tell whose voice that is. Say it a little longer, like “Yes, go ahead please”, or answer on the screen.',
  begin:
    'Enrolling your voice. Somewhere quiet, read these sentences aloud as you usually speak. No sound is kept, only what your voice is like, on this computer.',
  sentences: [
    'The sky is clear today, so after lunch I would like to walk to the park and back.',
    'Last weekend I met an old friend for coffee, and we talked about everything for hours.',
    'Wake me up at seven tomorrow morning, and tell me not to forget the blue umbrella.',
  ],
  read: (at, of, sentence) => `${at}/${of}  “${sentence}”`,
  short: 'That was too short or too quiet to tell. Please read it once more.',
  mixed: 'The sentences do not sound like one voice, so nothing was enrolled. Try again somewhere quiet, alone.',
  nothing: 'No voice was heard, so nothing was enrolled. Look at the microphone with `assistant voice --check`.',
  enrolled:
    'Your voice is enrolled. Requests of other voices are not followed, and a spoken yes counts in this voice only. `assistant voice forget` removes it.',
  forget: 'Remove the enrolled voice? Then any voice may ask and agree.',
  forgetNeeded: 'To remove the enrolled voice, add --yes.',
  forgotten: 'The enrolled voice was removed.',
  none: 'No voice is enrolled. `assistant voice enrol` enrols yours.',
  owner: 'enrolled voice',
  knows: (day, model) => `enrolled on ${day}, known by ${model}.`,
  anyone: 'none; any voice is heard. `assistant voice enrol` enrols yours.',
  damaged: 'its file is damaged. Enrol again with `assistant voice enrol`; until then a yes counts on the screen only.',
  modelGone: (model) =>
    `${model} cannot be used, so a yes counts on the screen only. Get it with \`assistant models pull ${model}\`, or enrol again.`,
}

/** Sentences of voice about who speaks. */
export const voiceOwnerMessages = { ko, en }

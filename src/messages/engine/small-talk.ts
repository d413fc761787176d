/**
 * Replies to remarks and questions about the program. One of several is chosen, so that nobody hears the same twice in
 * a row.
 */
const ko = {
  help: (can: readonly string[]) =>
    `이런 걸 도와드려요.\n${can.map((line) => `· ${line}`).join('\n')}\n더 자유롭게 이야기하려면 \`assistant setup\`으로 AI 모델을 연결해 주세요.`,
  can: {
    calculator: '계산: “12만 5천원의 17%는?”, “8만 4천원 4명이서 더치페이”',
    datetime: '날짜: “크리스마스까지 며칠 남았어?”, “오늘 음력으로 며칠이야?”',
    reminders: '알림: “30분 뒤에 빨래 알려줘”, “타이머 5분”',
    save_memory: '메모: “와이파이 비번 1234 기억해줘”, “메모 보여줘”',
    list_files: '파일: “여기 무슨 파일 있어?”, “README.md 읽어줘”',
    search_documents: '문서: “휴가 규정이 어떻게 돼?”',
  } as Record<string, string>,
  fun: '재미로: “농담 해줘”, “점심 메뉴 추천해줘”',
  commands: ['대화 화면에서 `/help`를 누르면 명령과 단축키가 모두 보여요. 터미널에서는 `assistant --help`예요.'],
  connect: [
    'AI 모델은 `assistant setup`을 실행하면 차례대로 연결할 수 있어요.\nOpenAI, Anthropic, Z.AI의 API 키를 넣거나 이 컴퓨터의 Ollama를 고르면 돼요. 다른 회사 모델도 OpenAI 형식의 주소가 있으면 연결돼요.',
  ],
  backup: [
    '`assistant backup`을 실행하면 기억, 대화, 설정이 파일 하나가 돼요. `assistant restore 파일`로 되돌리거나 다른 컴퓨터로 옮겨요.',
  ],
  asksFirst: [
    '파일을 바꾸거나 지울 때, 돈이나 글을 밖으로 보낼 때는 먼저 여쭤봐요. 묻지 않고 하는 것은 미리 허용해 두신 일뿐이에요. 파일에 한 일은 대화 화면의 `/rewind`로 되돌릴 수 있어요.',
  ],
  unsaved: ['`assistant --private`로 시작하면 대화를 저장하지 않고 아무것도 기억하지 않아요.'],
  howRemind: [
    '시간과 할 일을 함께 말씀하시면 돼요. “내일 아침 9시에 약 먹으라고 알려줘”, “타이머 5분”, “알림 보여줘”라고 해 보세요.',
  ],
  howNote: [
    '“현관 비번 1234 기억해줘”라고 하시면 적어 두고, “현관 비번 뭐야?”라고 물으시면 알려드려요. 다 보려면 “메모 보여줘”예요.',
  ],
  howSum: ['식이나 말로 적으시면 돼요. “12만 5천원의 17%는?”, “8만 4천원 4명이서 나누면”, “32평은 몇 제곱미터야?”'],
  elsewhere: [
    '휴대폰이나 다른 곳에서는 텔레그램으로 쓸 수 있어요. `assistant setup`에서 봇 토큰을 넣고 `assistant daemon start`로 켜 두세요. 다른 메신저는 아직 안 돼요.',
  ],
  keyless: [
    '아니요, 키나 AI 모델이 없어도 계산·날짜·알림·메모·파일은 바로 돼요. 자유로운 대화와 글쓰기만 모델이 필요해요: `assistant setup`',
  ],
  whichModel: [
    '지금은 AI 모델 없이 정해진 규칙으로 답하고 있어요. 모델을 연결하려면 `assistant setup`을 실행해 주세요.',
  ],
  broken: [
    '한글이 깨지면 터미널의 글자 인코딩을 UTF-8로 바꿔 주세요. 윈도우는 `chcp 65001`, 맥과 리눅스는 `export LANG=ko_KR.UTF-8`이에요.',
  ],
  settings: ['설정은 `assistant config`로 보고 바꿔요. AI 모델은 `assistant setup`이 차례대로 물어봐요.'],
  data: [
    '대화와 기억은 이 컴퓨터에만 저장돼요. 폴더의 자리는 `assistant doctor`가 알려줘요.\n지금은 AI 모델이 없어서 대화가 밖으로 나가지 않아요. 모델을 연결하면 그 회사로 대화를 보내요.',
  ],
  cost: [
    '지금 쓰시는 기능은 모두 무료예요.\nAI 모델을 연결하면 그 회사에 쓴 만큼 요금을 내요. 얼마 썼는지는 `/usage`로 볼 수 있고, Ollama는 무료예요.',
  ],
  offline: ['계산·날짜·알림·메모는 인터넷 없이도 돼요. 날씨나 웹 검색, 다른 회사의 AI 모델은 인터넷이 있어야 해요.'],
  telegram: [
    '텔레그램은 `assistant setup`에서 봇 토큰을 넣고 `assistant telegram`으로 나를 연결하면 돼요. 그다음엔 봇에게 말하듯 쓰면 돼요.',
  ],
  voice: [
    '네, `assistant voice`나 대화 화면의 `/voice`로 말을 주고받을 수 있어요. 음성 모델은 처음 한 번만 내려받아요.',
  ],
  languages: [
    '답하는 언어는 “영어로 말해줘”, “한국어로 말해줘”라고 하시면 바뀌어요. 화면까지 바꾸려면 `assistant config set language en`이에요.',
  ],
  look: [
    '대화 화면의 색은 `assistant config set tui.theme dark`처럼 바꿔요 (auto, dark, light, contrast, none). 글꼴과 크기는 터미널 설정을 따라요.',
  ],
  version: ['버전은 터미널에서 `assistant --version`으로 볼 수 있어요.'],
  update: [
    '설치한 폴더에서 `git pull`과 `npm ci`를 실행하면 새 버전이 돼요. 지금 버전은 `assistant --version`으로 볼 수 있어요.',
  ],
  calendar: [
    '달력은 `assistant calendar add`로 연결해요. CalDAV 주소나 .ics 파일이면 돼요. 연결하면 “내일 일정 뭐야?”에 함께 알려드려요.',
  ],
  mail: ['메일은 `assistant mail add`로 연결해요. 연결하면 “안 읽은 메일 있어?”에 알려드려요.'],
  picture: [
    '사진은 그림을 볼 수 있는 AI 모델을 연결하면 볼 수 있어요: `assistant setup`. 사진 속 글자는 문서로 추가하면 읽어요.',
  ],
  account: ['회원가입이나 로그인은 필요 없어요. 지금 바로 쓰시면 돼요.'],
  money: [
    '아니요, 이체는 연습용 장부에 적기만 해요. 진짜 돈은 움직이지 않아요. 은행을 직접 연결했을 때만 그 은행으로 보내요.',
  ],
  documents: [
    '네, `assistant docs add 폴더`로 추가하면 글, PDF, 워드, 엑셀, 한글, 메일을 찾아 출처와 함께 알려드려요.',
  ],
  erase: [
    '대화는 `assistant conversations delete`로 하나씩 지워요. 기억한 것은 “기억한 거 다 지워줘”라고 하시면 여쭤보고 지워요.',
  ],
  leave: [
    '대화 화면은 `/quit`을 입력하거나 Ctrl+C를 두 번 누르면 닫혀요. 대화는 저장되니 `assistant -c`로 이어가면 돼요.',
  ],
  who: ['저는 비서예요. 지금은 AI 모델을 연결하지 않아서 수다는 서툴지만, 계산·날짜·알림·메모는 바로 도와드려요.'],
  made: ['저는 assistant라는 오픈 소스 프로그램의 비서예요. 사람들이 함께 만들었어요.'],
  age: ['저는 프로그램이라 나이가 없어요. 대신 나이 계산은 잘해요. “1990년생은 몇 살이야?”'],
  love: ['고마워요. 저도 도움이 되는 게 제일 좋아요.', '그렇게 말해 주셔서 고마워요. 오래 곁에서 도울게요.'],
  partner: ['저는 프로그램이라 그런 사람은 없어요. 대신 기념일은 잘 챙겨 드릴게요.'],
  bored: ['심심하시군요. “농담 해줘” 어때요?', '그럼 같이 놀아요. “농담 해줘”라고 해 보세요.'],
  joke: [
    '왕이 넘어지면 뭘까요? 킹콩이요.',
    '세상에서 가장 뜨거운 과일은? 천도복숭아요.',
    '소금이 죽으면 뭐라고 할까요? 죽염이요.',
    '딸기가 직장을 잃으면? 딸기시럽이요.',
    '바나나가 웃으면? 바나나킥이요.',
    '자동차를 톡 하고 치면? 카톡이요.',
    '오리가 얼면 뭐가 될까요? 언덕이요.',
    '세상에서 가장 가난한 왕은? 최저임금이요.',
    '전화기로 세운 건물은? 콜로세움이요.',
    '신발이 화나면 뭐라고 할까요? 신발끈이요.',
  ],
  hungry: [
    '맛있는 거 꼭 챙겨 드세요. 고르기 어려우면 “점심 메뉴 추천해줘”라고 해 보세요.',
    '배고플 때는 뭐든 맛있어요. 얼른 드시고 오세요.',
  ],
  tired: [
    '오늘도 고생 많으셨어요. 잠깐 쉬어 가세요. “10분 타이머”로 눈을 붙여도 좋아요.',
    '힘드셨겠어요. 물 한 잔 드시고 조금 쉬세요.',
  ],
  sad: [
    '마음이 무거우시군요. 괜찮아질 거예요. 오늘은 스스로에게 조금 너그러워지세요.',
    '속상하셨겠어요. 무슨 일이든 천천히 해도 괜찮아요.',
  ],
  angry: [
    '많이 속상하셨겠어요. 숨 한번 크게 쉬고 잠깐 쉬어 가요.',
    '그럴 만도 해요. 제가 불편하게 해 드렸다면 죄송해요.',
  ],
  lonely: ['저는 여기 있어요. 오늘 있었던 이야기를 들려주시면 기억해 둘게요.'],
  insult: ['죄송해요. 더 잘할게요. 무엇이 아쉬웠는지 알려주세요.', '아직 배우는 중이라 서툴러요. 더 노력할게요.'],
  praise: ['고마워요. 더 필요한 게 있으면 말씀해 주세요.', '그렇게 말해 주시니 기뻐요.'],
  joy: ['축하해요! 정말 잘됐어요.', '와, 축하드려요! 오늘은 마음껏 기뻐하세요.'],
  birthday: ['생일 축하해요! 오늘 하루 가장 행복하셨으면 좋겠어요.'],
  laugh: ['ㅋㅋ 기분 좋으시네요.', '웃으시니 저도 좋아요.'],
  doing: ['말씀 기다리고 있어요. 계산이나 날짜, 알림을 시켜 보세요.'],
  called: ['네, 말씀하세요.'],
  menus: [
    '김치찌개',
    '비빔밥',
    '칼국수',
    '제육덮밥',
    '초밥',
    '파스타',
    '쌀국수',
    '순두부찌개',
    '샌드위치',
    '냉면',
    '돈가스',
    '떡볶이',
  ],
  menu: (one: string, other: string) => `${one} 어때요? 아니면 ${other}도 좋아요.`,
  /** 109: the line of Korea's ministry of health since 2024, 988: of the US, 116 123: Samaritans in the UK and Ireland. */
  despair:
    '많이 힘드시군요. 말해 주셔서 고마워요. 혼자 견디지 않아도 돼요. 지금 이야기를 들어주는 곳이 있어요: 자살예방 상담전화 109 (24시간, 무료). 당장 위험하면 119예요. 가까운 사람에게도 지금 마음을 알려주세요.',
  language: '알겠어요. 이제부터 모든 대화에서 한국어로 답할게요. 바꾸려면 “영어로 말해줘”라고 하세요.',
}

const en: typeof ko = {
  help: (can) =>
    `Here is what I can do.\n${can.map((line) => `· ${line}`).join('\n')}\nTo talk freely, connect an AI model with \`assistant setup\`.`,
  can: {
    calculator: 'calculate: “15% tip on $48.20”, “split $90 among 4 people”',
    datetime: 'dates: “how many days until Christmas?”, “what time is it in London?”',
    reminders: 'reminders: “remind me to call mom at 6pm”, “set a timer for 5 minutes”',
    save_memory: 'notes: “remember that my name is Ann”, “show my notes”',
    list_files: 'files: “what files are here?”, “read README.md”',
    search_documents: 'documents: “what is the refund policy?”',
  },
  fun: 'for fun: “tell me a joke”, “what should I eat”',
  commands: ['`/help` in the chat shows every command and key; in a shell it is `assistant --help`.'],
  connect: [
    'Run `assistant setup` to connect an AI model.\nEnter an API key of OpenAI, Anthropic or Z.AI, or choose Ollama on this computer. Any other service with an OpenAI-compatible address works, too.',
  ],
  backup: [
    '`assistant backup` puts memory, conversations and settings into one file; `assistant restore FILE` brings them back, here or elsewhere.',
  ],
  asksFirst: [
    'Before I change or delete a file, or send money or words anywhere, I ask; only what you allowed beforehand is done without. `/rewind` in the chat takes back what was done to files.',
  ],
  unsaved: ['Start with `assistant --private`: the conversation is not saved and nothing is remembered.'],
  howRemind: ['Say when and what: “remind me to call mom at 6pm”, “set a timer for 5 minutes”, “show my reminders”.'],
  howNote: [
    'Say “remember that my locker code is 4821”, and later “what is my locker code?”; “show my notes” lists all.',
  ],
  howSum: ['Write it as a sum or in words: “15% tip on $48.20”, “split $90 among 4 people”, “10 miles in km”.'],
  elsewhere: [
    'On a phone or elsewhere you reach me by Telegram: give `assistant setup` a bot token and keep `assistant daemon start` running. Other messengers do not work yet.',
  ],
  keyless: [
    'No: sums, dates, reminders, notes and files work without a key. Only free talk and writing need an AI model: `assistant setup`',
  ],
  whichModel: ['I answer by fixed rules now, without an AI model. To connect one, run `assistant setup`.'],
  broken: [
    'Set your terminal to UTF-8: `chcp 65001` on Windows, `export LANG=en_US.UTF-8` on macOS and Linux. Korean needs a font that has it.',
  ],
  settings: ['See and change settings with `assistant config`; `assistant setup` asks about the AI model.'],
  data: [
    'Conversations and memory stay on this computer; `assistant doctor` shows the folders.\nWithout an AI model nothing leaves it. Once you connect one, the conversation is sent to its provider.',
  ],
  cost: [
    'Everything that you use now is free.\nWith an AI model you pay its provider for what you use (`/usage` shows it); Ollama is free.',
  ],
  offline: [
    'Arithmetic, dates, reminders and notes work offline; weather, web search and remote AI models need the internet.',
  ],
  telegram: [
    'Give `assistant setup` a bot token and connect yourself with `assistant telegram`. Then write to the bot as you write here.',
  ],
  voice: ['Yes: `assistant voice`, or `/voice` in the chat. The speech models are downloaded once.'],
  languages: [
    'Say “speak Korean” or “speak English” and I answer in it. For the screens, too: `assistant config set language ko`.',
  ],
  look: [
    '`assistant config set tui.theme dark` changes the colours of the chat (auto, dark, light, contrast, none). Fonts and sizes are those of your terminal.',
  ],
  version: ['`assistant --version` shows the version.'],
  update: ['Run `git pull` and `npm ci` in the folder of the program. `assistant --version` shows what you have.'],
  calendar: [
    '`assistant calendar add` connects one: a CalDAV address or an .ics file. Then ask “what is on my calendar tomorrow?”.',
  ],
  mail: ['`assistant mail add` connects it. Then ask “do I have new mail?”.'],
  picture: [
    'An AI model that sees pictures can look at them: `assistant setup`. Text in a picture is read once it is among your documents.',
  ],
  account: ['You need no account and no login. Just go ahead.'],
  money: [
    'No: transfers are only written to a practice ledger, and no real money moves, unless you connect a bank of your own.',
  ],
  documents: [
    'Yes. Add a folder with `assistant docs add FOLDER`, and I answer from text, PDF and Office files with their sources.',
  ],
  erase: [
    '`assistant conversations delete` removes a conversation. To clear what I remember, say “forget everything about me”: I ask first.',
  ],
  leave: ['Type `/quit` or press Ctrl+C twice. The conversation is saved: go on with `assistant -c`.'],
  who: [
    'I am your assistant. Without an AI model I am no great talker, but arithmetic, dates, reminders and notes work right away.',
  ],
  made: ['I am the assistant of an open source program, made by people together.'],
  age: ['I am a program, so I have no age.'],
  love: ['Thank you. I like being useful best.', 'That is kind of you. I am glad to help.'],
  partner: ['I am a program, so no. But I never forget an anniversary.'],
  bored: ['How about “tell me a joke”?', 'Let us play: say “tell me a joke”.'],
  joke: [
    'Why do programmers mix up Halloween and Christmas? Because Oct 31 equals Dec 25.',
    'What do you call a fish without eyes? Fsh.',
    'Why did the scarecrow win a prize? He was outstanding in his field.',
    'What do you call cheese that is not yours? Nacho cheese.',
    'Why can a bicycle not stand by itself? It is two tired.',
    'What do you call a sleeping dinosaur? A dino-snore.',
    'Why did the math book look sad? It had too many problems.',
    'What do you get from a pampered cow? Spoiled milk.',
    'Why do bees have sticky hair? They use honeycombs.',
    'What did the ocean say to the beach? Nothing, it just waved.',
  ],
  hungry: [
    'Go and have something good. “What should I eat?” gets you an idea.',
    'Everything tastes good now. Enjoy your meal.',
  ],
  tired: ['You have done enough for now. Have a little rest.', 'That sounds hard. Drink some water and take a break.'],
  sad: [
    'I am sorry that you feel this way. Be kind to yourself today.',
    'That must be hard. Take your time with everything.',
  ],
  angry: ['That sounds upsetting. Take a deep breath and a little break.', 'No wonder. I am sorry if it was me.'],
  lonely: ['I am here. Tell me about your day and I will remember it.'],
  insult: ['I am sorry. Tell me what went wrong and I will do better.', 'I am still learning. I will try harder.'],
  praise: ['Thank you. Tell me if you need anything else.', 'I am glad to hear that.'],
  joy: ['Congratulations! That is wonderful.', 'Well done! Enjoy this day.'],
  birthday: ['Happy birthday! Have a wonderful day.'],
  laugh: ['Glad that you are in a good mood.', 'Your laughter is catching.'],
  doing: ['Waiting for you. Give me a sum, a date or a reminder.'],
  called: ['Yes, what can I do for you?'],
  menus: [
    'soup',
    'a salad',
    'pasta',
    'noodles',
    'sushi',
    'a sandwich',
    'curry',
    'tacos',
    'a stir-fry',
    'dumplings',
    'a pizza',
    'an omelette',
  ],
  menu: (one, other) => `How about ${one}? Or ${other}.`,
  despair:
    'I am sorry that it hurts this much, and glad that you say it. You do not have to carry this alone. Somebody listens right now, day and night: 988 in the US, 116 123 in the UK and Ireland, 109 in Korea. In danger call your emergency number (911, 999, 119). Please tell somebody near you, too.',
  language: 'All right. From now on I answer in English, in every conversation. To change back, say “한국어로 말해줘”.',
}

export const smallTalkMessages = { ko, en }

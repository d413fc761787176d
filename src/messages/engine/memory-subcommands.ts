/** The purpose of each subcommand of memory. */
const ko: Record<string, string> = {
  memory: '기억을 보고 고치고 되돌려요',
  'memory list': '기억한 문장과 그 위치, 날짜, 믿을 만한 정도를 보여줘요',
  'memory add': '사실 하나를 기억해요',
  'memory search': '기억에서 찾아요',
  'memory forget': '기억에서 한 줄을 지워요',
  'memory trust': '기억 한 줄에서 밖에서 온 글이라는 표시를 지워요',
  'memory why': '그것을 어느 말에서 알게 됐는지 보여줘요',
  'memory review': '기억을 한 줄씩 살펴봐요 (keep, edit, forget, expire)',
  'memory export': '기억을 Markdown이나 JSON으로 내보내요',
  'memory import': '내보낸 기억, ChatGPT·Claude·hermes의 기억이나 대화에서 가져와요',
  'memory undo': '마지막 변경(또는 그 id의 변경)을 되돌려요',
  'memory conflicts': '서로 다를 수 있는 기억을 보여줘요',
  'memory settle': '서로 다른 기억을 정해요 (keep, new, both)',
  'memory snapshots': '줄이기 전의 기억 페이지를 보여줘요',
  'memory restore': '스냅숏을 그대로 되살려요',
  'memory diff': '스냅숏과 지금을 비교해요',
}
const en: typeof ko = {
  memory: 'see, change and undo what is remembered',
  'memory list': 'remembered lines: where they stand, since when, how sure',
  'memory add': 'remember one fact',
  'memory search': 'search what is remembered',
  'memory forget': 'forget one line',
  'memory trust': 'take the mark of text from outside off one line',
  'memory why': 'the message and the day behind what is remembered',
  'memory review': 'go through memory line by line (keep, edit, forget, expire)',
  'memory export': 'print memory as Markdown or JSON',
  'memory import': 'take over an export of memory, of ChatGPT, Claude or hermes',
  'memory undo': 'undo the last change, or the one of that id',
  'memory conflicts': 'lines that may contradict each other',
  'memory settle': 'settle a contradiction (keep, new, both)',
  'memory snapshots': 'pages as they were before they were made shorter',
  'memory restore': 'put a snapshot back, byte for byte',
  'memory diff': 'compare a snapshot with the page as it is',
}

export const memorySubcommandMessages = { ko, en }

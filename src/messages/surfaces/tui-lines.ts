/** The chat in lines: what stands in place of keys and rows of a screen. */
const ko = {
  welcome: '줄 단위로 이야기해요. 한 줄을 쓰고 Enter를 누르세요. 명령은 /help, 나가려면 /quit이나 Ctrl+D예요.',
  prompt: '나> ',
  privatePrompt: '나(비공개)> ',
  choose: (count: number) => `1에서 ${count}까지 번호를 쓰고 Enter를 누르세요.`,
  chooseAnswer: (count: number) => `1에서 ${count}까지 번호나 y(네)·n(아니요)을 쓰고 Enter를 누르세요.`,
  grant: '허용하려면 y(네)를 쓰고 Enter를 누르세요. 다른 말을 쓰면 다시 여쭤봐요.',
  pick: (count: number) => `1에서 ${count}까지 번호를 쓰고 Enter를 누르세요. 그냥 Enter를 누르면 고르지 않아요.`,
  draft: (text: string) => `아까 쓴 글이 있어요: ${text}\n그냥 Enter를 누르면 이 글을 보내고, 다른 글을 쓰면 지워요.`,
  initial: (text: string) => `그냥 Enter를 누르면: ${text}`,
  visible: '쓰는 글이 화면에 보여요. 보이지 않게 하려면 나가서 assistant setup을 쓰세요.',
  noClipboard: '여기서는 클립보드에 복사할 수 없어요. 터미널에서 글을 골라 복사해 주세요.',
  keys: [
    ['번호 + Enter', '물어본 것에 대답하기'],
    ['!명령', '셸 명령 실행 (!!는 출력을 다음 질문과 함께 보내기)'],
    ['Ctrl+C', '나가기'],
  ] as [string, string][],
}

const en: typeof ko = {
  welcome: 'We talk line by line. Write a line and press Enter. /help lists the commands; /quit or Ctrl+D leaves.',
  prompt: 'you> ',
  privatePrompt: 'you (private)> ',
  choose: (count) => `Write a number from 1 to ${count} and press Enter.`,
  chooseAnswer: (count) => `Write a number from 1 to ${count}, or y or n, and press Enter.`,
  grant: 'To allow it write y and press Enter. Anything else asks again.',
  pick: (count) => `Write a number from 1 to ${count} and press Enter. Enter alone chooses nothing.`,
  draft: (text) => `You wrote before: ${text}\nEnter alone sends it; anything else you write replaces it.`,
  initial: (text) => `Enter alone takes: ${text}`,
  visible: 'What you write is seen on the screen. To hide it, leave and use assistant setup.',
  noClipboard: 'Nothing can be copied to the clipboard here. Please select the text in the terminal.',
  keys: [
    ['number + Enter', 'answer what is asked'],
    ['!command', 'run a shell command (!! sends its output with the next question)'],
    ['Ctrl+C', 'leave'],
  ],
}

export const lineChatMessages = { ko, en }

/** Pictures that go along with a question. */
const ko = {
  label: (number: number) => `[그림 ${number}]`,
  tooLarge: (name: string) => `${name}: 그림이 너무 커서 함께 보내지 못했어요(5MB까지).`,
  damaged: (name: string) => `${name}: 그림이 온전하지 않아요.`,
  clipboard: '클립보드',
  none: '클립보드에 그림이 없어요. 글은 터미널의 붙여넣기(보통 Ctrl+Shift+V)로 붙여 주세요.',
  noProgram: (programs: string) =>
    `클립보드의 그림을 읽을 프로그램이 없어요(${programs}). 설치하거나 그림 파일의 경로를 붙여 주세요.`,
  blind: (model: string) =>
    `${model} 모델은 그림을 볼 수 없어요. /model로 그림을 보는 모델을 고르거나, 그림을 지우고 보내 주세요.`,
  rules:
    '지금은 모델 없이 규칙으로 답해서 그림을 볼 수 없어요. /setup으로 모델을 연결하거나, 그림을 지우고 보내 주세요.',
  gone: '붙여 두었던 그림은 남아 있지 않아요. 다시 붙여 주세요.',
}

const en: typeof ko = {
  label: (number) => `[Picture ${number}]`,
  tooLarge: (name) => `${name}: the picture is too large to go along (5 MB at most).`,
  damaged: (name) => `${name}: this picture is not whole.`,
  clipboard: 'The clipboard',
  none: 'There is no picture in the clipboard. Text is pasted with your terminal (usually Ctrl+Shift+V).',
  noProgram: (programs) =>
    `There is no program to read a picture from the clipboard (${programs}). Install one, or paste the path of a picture.`,
  blind: (model) =>
    `${model} cannot see pictures. Choose a model with eyes (/model), or delete the picture and send again.`,
  rules: 'Without a model there is nobody to see pictures. Connect one (/setup), or delete the picture and send again.',
  gone: 'The picture that you had pasted is no more. Please paste it again.',
}

export const pictureMessages = { ko, en }

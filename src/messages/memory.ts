/** What is said about memory. */
const ko = {
  added: (text: string, place: string) => `기억했어요: ${text} (${place})`,
  merged: (text: string, place: string) => `새 내용으로 고쳐 기억했어요: ${text} (${place})`,
  known: (text: string, place: string) => `이미 기억하고 있어요: ${text} (${place})`,
  conflict: (text: string, line: number) =>
    `전에 기억한 내용과 다를 수 있어요: ${text} (${line}번째 줄). 어느 쪽이 맞는지 알려주세요.`,
  failed: (detail: string) =>
    `기억 저장에 실패했습니다${detail ? ` (${detail})` : ''}. 디스크 공간과 폴더 권한을 확인한 뒤 다시 말씀해 주세요.`,
  nothing: '기억할 내용이 비어 있어요.',
  personalOnly: '여기서는 개인 기억만 저장할 수 있어요.',
  nothingFound: '그런 기억은 없어요.',
  noSuch: (text: string) => `어느 기억인지 찾지 못했어요: ${text}. 기억된 문장을 조금 더 정확히 알려주세요.`,
  willForget: (text: string) => `기억에서 지워요: ${text}`,
  willUpdate: (before: string, after: string) => `기억을 고쳐요:\n- ${before}\n+ ${after}`,
  forgotten: (text: string, place: string) =>
    `기억에서 지웠어요: ${text} (${place}). \`assistant memory undo\`로 되돌릴 수 있어요.`,
}

const en: typeof ko = {
  added: (text, place) => `Remembered: ${text} (${place})`,
  merged: (text, place) => `Remembered in place of the older wording: ${text} (${place})`,
  known: (text, place) => `Already known: ${text} (${place})`,
  conflict: (text, line) => `This may contradict what was remembered before: ${text} (line ${line}). Tell me which one is right.`,
  failed: (detail) =>
    `Memory could not be saved${detail ? ` (${detail})` : ''}. Check disk space and permissions of the folder, then say it again.`,
  nothing: 'There is nothing to remember.',
  personalOnly: 'Only personal memory can be saved from here.',
  nothingFound: 'Nothing like that is remembered.',
  noSuch: (text) => `No single remembered line says that: ${text}. Please give its words more exactly.`,
  willForget: (text) => `Forgets: ${text}`,
  willUpdate: (before, after) => `Changes memory:\n- ${before}\n+ ${after}`,
  forgotten: (text, place) => `Forgotten: ${text} (${place}). \`assistant memory undo\` takes it back.`,
}

export const memoryMessages = { ko, en }

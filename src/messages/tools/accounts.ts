import { josa } from '../../std/korean/grammar/particles.ts'

/** Faults of accounts and their remedies. `where`: host, file or name of a secret, as the fault has one. */
const ko = {
  faults: {
    auth: () =>
      '사용자 이름이나 비밀번호가 거절됐어요. 다시 입력해 주세요. 2단계 인증을 쓰는 계정(네이버, iCloud, Gmail, 카카오 등)은 로그인 비밀번호 대신 앱 비밀번호를 만들어 넣어야 해요.',
    noPassword: (where: string) =>
      `비밀번호나 비공개 주소가 없어요. 다시 연결하거나 ${josa(where, '을/를')} 설정해 주세요.`,
    name: (where: string) =>
      `${josa(where, '이라는/라는')} 서버를 찾지 못했어요. 주소의 철자와 인터넷 연결을 확인해 주세요.`,
    refused: (where: string) =>
      `${josa(where, '이/가')} 연결을 받지 않아요. 주소와 포트를 확인하거나 잠시 뒤에 다시 해 주세요.`,
    certificate: (where: string) =>
      `${where}의 인증서를 믿을 수 없어서 비밀번호를 보내지 않았어요. 주소를 확인해 주세요. 회사 인증서라면 그 파일을 SSL_CERT_FILE로 알려주세요.`,
    plain: (where: string) =>
      `${josa(where, '은/는')} 암호화되지 않은 연결이라 비밀번호를 보내지 않았어요. https:// 주소로 다시 연결해 주세요.`,
    timeout: (where: string) => `${josa(where, '이/가')} 제때 답하지 않았어요. 잠시 뒤에 다시 해 주세요.`,
    network: (where: string) => `${josa(where, '과/와')} 통신하지 못했어요. 인터넷 연결을 확인하고 다시 해 주세요.`,
    policy: (where: string) => `조직의 정책이 ${josa(where, '을/를')} 허용하지 않아요. 관리자에게 물어보세요.`,
    elsewhere: (where: string) =>
      `서버가 다른 주소(${where})로 넘겨서, 그곳에는 비밀번호를 보내지 않았어요. 맞는 주소라면 그 주소로 연결해 주세요.`,
    missing: (where: string) => `찾을 수 없어요${where ? `(${where})` : ''}. 주소나 이름을 확인하고 다시 해 주세요.`,
    forbidden: () => '읽기 전용이라 바꿀 수 없어요. 쓸 수 있는 다른 것을 골라 주세요.',
    changed: () => '그사이에 다른 곳에서 바뀌어서 손대지 않았어요. 지금 내용을 다시 보고 말씀해 주세요.',
    large: (where: string) => `너무 커서 읽지 않았어요${where ? `(${where})` : ''}. 범위를 줄이거나 나눠 주세요.`,
    costly: () => '읽는 데 시간이나 메모리가 너무 많이 들어서 그만뒀어요. 내용에 문제가 없는지 확인해 주세요.',
    server: (where: string) => `서버가 오류로 답했어요(${where}). 잠시 뒤에 다시 해 주세요.`,
    unreadable: (where: string) =>
      `읽을 수 있는 내용이 아니에요${where ? `(${where})` : ''}. 주소나 파일을 확인해 주세요.`,
  },
  note: (account: string, sentence: string) => `⚠ ${account}: ${sentence}`,
  copied: (account: string, sentence: string, age: string) =>
    `⚠ ${account}: ${sentence} ${age} 받아 둔 내용을 보여드려요.`,
  age: (minutes: number) =>
    minutes < 1
      ? '방금'
      : minutes < 60
        ? `${minutes}분 전에`
        : minutes < 1440
          ? `${Math.floor(minutes / 60)}시간 전에`
          : `${Math.floor(minutes / 1440)}일 전에`,
}

const en: typeof ko = {
  faults: {
    auth: () =>
      'The user name or password was refused. Enter them again. Accounts with two-step login (Gmail, iCloud, Naver, Kakao and others) want an app password in place of the one you log in with.',
    noPassword: (where) => `There is no password or secret address. Connect it again, or set ${where}.`,
    name: (where) =>
      `No server is called ${where}. Check the spelling of the address and the connection to the internet.`,
    refused: (where) => `${where} takes no connections. Check address and port, or try again in a while.`,
    certificate: (where) =>
      `The certificate of ${where} cannot be trusted, so no password was sent. Check the address; put a company's certificate into SSL_CERT_FILE.`,
    plain: (where) =>
      `${where} would be reached without encryption, so no password was sent. Connect it again by its https:// address.`,
    timeout: (where) => `${where} did not answer in time. Try again in a while.`,
    network: (where) => `${where} could not be reached. Check the connection to the internet and try again.`,
    policy: (where) => `The policy of your organisation does not allow ${where}. Ask whoever looks after it.`,
    elsewhere: (where) =>
      `The server points elsewhere (${where}); no password was sent there. If that is right, connect it by that address.`,
    missing: (where) =>
      `There is no such thing there${where ? ` (${where})` : ''}. Check the address or name and try again.`,
    forbidden: () => 'It can only be read, not changed. Choose another one that can be written.',
    changed: () => 'It was changed elsewhere meanwhile, so it was left alone. Look at it again and say what is wanted.',
    large: (where) => `It is too large to be read${where ? ` (${where})` : ''}. Ask for less of it.`,
    costly: () =>
      'Reading it took too much time or memory, so it was given up. See whether something is wrong with it.',
    server: (where) => `The server answered with an error (${where}). Try again in a while.`,
    unreadable: (where) => `What is there cannot be read${where ? ` (${where})` : ''}. Check the address or file.`,
  },
  note: (account, sentence) => `⚠ ${account}: ${sentence}`,
  copied: (account, sentence, age) => `⚠ ${account}: ${sentence} This is what was fetched ${age}.`,
  age: (minutes) => {
    const countAgo = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'} ago`
    if (minutes < 1) return 'just now'
    if (minutes < 60) return countAgo(minutes, 'minute')
    return minutes < 1440 ? countAgo(Math.floor(minutes / 60), 'hour') : countAgo(Math.floor(minutes / 1440), 'day')
  },
}

/** Sentences about accounts of calendars and mail. */
export const accountMessages = { ko, en }

import { josa } from '../../std/korean/grammar/particles.ts'
import { counted } from '../counted.ts'

/** Sentences of the tools of the web. */
const ko = {
  fetch: (url: string) => `웹 페이지를 읽어요: ${url}`,
  noText: (type: string) => `글로 읽을 수 없는 내용이에요${type ? `(${type})` : ''}.`,
  status: (status: number) => `서버가 오류로 답했어요: ${status}`,
  more: (to: number, total: number) => `… 전체 ${total}자 중 ${to}자까지예요. 이어서 읽으려면 from: ${to}`,
  empty: '(내용이 비어 있어요)',
  costly: '이 페이지는 읽는 데 시간이나 메모리가 너무 많이 들어서 그만뒀어요. 다른 주소로 다시 해 주세요.',
  network: (why: string) => `연결하지 못했어요(${why}). 주소와 네트워크를 확인하고 다시 시도해 주세요.`,
  faults: {
    badUrl: (url: string) => `주소를 읽을 수 없어요: ${url}. https://로 시작하는 전체 주소를 알려주세요.`,
    scheme: (scheme: string) => `http와 https 주소만 열 수 있어요(받은 것: ${scheme}).`,
    userinfo: (host: string) => `이름이나 비밀번호가 든 주소는 열지 않아요: ${host}`,
    private: (host: string) =>
      `이 컴퓨터나 내부 네트워크의 주소라 열지 않아요: ${host}. 필요하면 주인이 fetchHosts 설정에 추가할 수 있어요.`,
    unresolved: (host: string) => `주소를 찾을 수 없어요: ${host}. 철자를 확인해 주세요.`,
    redirects: (url: string) => `리디렉션이 너무 많아 멈췄어요: ${url}`,
    large: (host: string) => `내용이 너무 커서 읽지 않았어요(최대 5 MB): ${host}`,
  },
  service: {
    auth: (name: string, key: string) =>
      `${josa(name, '이/가')} 키를 거절했어요. ${josa(key, '을/를')} 확인해 주세요(assistant setup 또는 환경 변수).`,
    limited: (name: string) => `${name}의 사용 한도를 다 썼어요. 잠시 뒤에 다시 시도해 주세요.`,
    failed: (name: string, status: number, why: string) =>
      `${josa(name, '이/가')} 오류로 답했어요(${status})${why ? `: ${why}` : ''}.`,
    malformed: (name: string) => `${name}의 답을 읽을 수 없었어요. 주소 설정을 확인하고 다시 시도해 주세요.`,
  },
  weather: {
    unknown: (place: string) =>
      `${josa(`‘${place}’`, '이라는/라는')} 곳을 찾지 못했어요. 도시 이름을 바꿔 다시 시도해 주세요.`,
    now: (place: string, sky: string, temp: string, feels: string, humidity: number, wind: string) =>
      `${place} 지금: ${sky}, ${temp}°C (체감 ${feels}°C), 습도 ${humidity}%, 바람 ${wind} m/s`,
    day: (day: string, sky: string, low: string, high: string, rain: number) =>
      `${day}: ${sky}, ${low}–${high}°C, 강수 확률 ${rain}%`,
  },
  wikipedia: {
    none: (query: string) => `위키백과에서 ${josa(`‘${query}’`, '을/를')} 찾지 못했어요.`,
  },
  search: {
    none: (query: string) => `‘${query}’에 대한 검색 결과가 없어요.`,
  },
  image: {
    made: (count: number, most: number) => `그림을 만들었어요. (오늘 ${count}/${most})`,
    saved: (path: string) => `저장한 곳: ${path}`,
    limit: (most: number) =>
      `오늘 만들 수 있는 그림 ${most}장을 다 썼어요. 내일 다시 시도하거나 limits.imagesPerDay 설정을 늘려 주세요.`,
    blocked: '그림 서비스의 안전 기준에 걸려서 만들지 못했어요. 설명을 바꿔 주세요.',
    none: '그림이 오지 않았어요. 다시 시도해 주세요.',
    making: '그림을 만들고 있어요…',
  },
}

const en: typeof ko = {
  fetch: (url) => `Read the web page ${url}`,
  noText: (type) => `This cannot be read as text${type ? ` (${type})` : ''}.`,
  status: (status) => `The server answered with an error: ${status}`,
  more: (to, total) => `… ${to} of ${counted(total, 'character')}. Go on with from: ${to}`,
  empty: '(nothing in it)',
  costly: 'Reading this page takes too much time or memory. Try another address.',
  network: (why) => `No connection (${why}). Check the address and the network, then try again.`,
  faults: {
    badUrl: (url) => `This address cannot be read: ${url}. Give a whole one that begins with https://.`,
    scheme: (scheme) => `Only http and https addresses are opened (this one: ${scheme}).`,
    userinfo: (host) => `Addresses with a name or password are not opened: ${host}`,
    private: (host) =>
      `An address of this machine or its network is not opened: ${host}. The owner can add it to the setting fetchHosts.`,
    unresolved: (host) => `No such host: ${host}. Check the spelling.`,
    redirects: (url) => `Redirected too many times: ${url}`,
    large: (host) => `Too large to read (at most 5 MB): ${host}`,
  },
  service: {
    auth: (name, key) => `${name} refused the key. Check ${key} (assistant setup, or the variable).`,
    limited: (name) => `The limit of ${name} is reached. Try again in a moment.`,
    failed: (name, status, why) => `${name} answered with an error (${status})${why ? `: ${why}` : ''}.`,
    malformed: (name) => `The answer of ${name} could not be read. Check the address setting and try again.`,
  },
  weather: {
    unknown: (place) => `No place called ‘${place}’ was found. Try another name.`,
    now: (place, sky, temp, feels, humidity, wind) =>
      `${place} now: ${sky}, ${temp}°C (feels like ${feels}°C), humidity ${humidity}%, wind ${wind} m/s`,
    day: (day, sky, low, high, rain) => `${day}: ${sky}, ${low}–${high}°C, rain ${rain}%`,
  },
  wikipedia: {
    none: (query) => `Wikipedia has nothing on ‘${query}’.`,
  },
  search: {
    none: (query) => `No results for ‘${query}’.`,
  },
  image: {
    made: (count, most) => `The picture is made. (today ${count}/${most})`,
    saved: (path) => `Saved at: ${path}`,
    limit: (most) =>
      `All ${counted(most, 'picture')} of today are used. Try again tomorrow, or raise the setting limits.imagesPerDay.`,
    blocked: "The picture service's safety check stopped it. Describe it differently.",
    none: 'No picture came. Try again.',
    making: 'Making the picture…',
  },
}

export const webMessages = { ko, en }

import type { Failure } from '../../protocol/index.ts'
import { josa } from '../../std/korean/grammar/particles.ts'
import type { Language } from '../language.ts'

/** A value of a failure, for its sentence. */
export const dataOr = (failure: Failure, key: string, otherwise: string) => String(failure.data?.[key] ?? otherwise)
/** Milliseconds as seconds, to a tenth. */
export const inSeconds = (ms: number) => Math.round(ms / 100) / 10

/** A wait as people say it: seconds, then minutes, hours, days. */
export function waitText(ms: number, units: readonly [string, string, string, string]): string {
  const sizes = [1_000, 60_000, 3_600_000, 86_400_000]
  const at = ms < 120_000 ? 0 : ms < 7_200_000 ? 1 : ms < 86_400_000 ? 2 : 3
  const count = at === 0 ? inSeconds(ms) : Math.ceil(ms / (sizes[at] ?? 1))
  return `${count}${units[at]}`
}

/** Billing pages of model providers. */
const billing: Readonly<Record<string, string>> = {
  openai: 'https://platform.openai.com/settings/organization/billing',
  anthropic: 'https://platform.claude.com/settings/billing',
  zai: 'https://z.ai/manage-apikey/billing',
  openrouter: 'https://openrouter.ai/settings/credits',
  deepseek: 'https://platform.deepseek.com/top_up',
  groq: 'https://console.groq.com/settings/billing',
  mistral: 'https://console.mistral.ai/billing',
  gemini: 'https://aistudio.google.com/billing',
}
/** Return the billing page of a failure's provider after `before`, or nothing. */
export const payAt = (f: Failure, before: string) =>
  billing[dataOr(f, 'provider', '')] ? `${before}${billing[dataOr(f, 'provider', '')]}` : ''

/** Return the error of a disk with the name of the file or folder. */
export function diskDetail(failure: Failure): string {
  const path = dataOr(failure, 'path', '')
  return detailOf(
    path && !failure.detail?.includes(path) ? { ...failure, detail: `${failure.detail}: ${path}` } : failure,
  )
}

/** True for a path that the system does not let this user have. */
export const isClosed = (failure: Failure): boolean =>
  /\bE(?:ACCES|PERM)\b/.test(failure.detail ?? '') && dataOr(failure, 'path', '') !== ''

/** The first line of what the system or provider said, for whoever reports it. */
export function detailOf(failure: Failure): string {
  const line = failure.detail?.split('\n')[0]?.slice(0, 200)
  return line ? ` (${line})` : ''
}

/** Return the sentence for a spent budget, with the way on; or for a budget of money that cannot be kept. */
export function budgetSentence(failure: Failure, language: Language): string {
  const { period = 'turn', usd, tokens, model } = failure.data ?? {}
  const setting = `budget.${period}`
  const ko = language === 'ko'
  if (model !== undefined)
    return ko
      ? `${model} 모델의 가격을 몰라서 돈으로 정한 예산(${setting})을 지킬 수 없어요. 예산을 토큰으로 정해 주세요(예: 20000).`
      : `The price of ${model} is not known, so a budget in money (${setting}) cannot be kept. Set it in tokens (20000, say).`
  const amount = usd === undefined ? `${Number(tokens).toLocaleString('en')}${ko ? '토큰' : ' tokens'}` : `$${usd}`
  const name =
    { turn: ['이번 차례', 'this turn'], day: ['오늘', 'today'], month: ['이번 달', 'this month'] }[String(period)] ?? []
  return ko
    ? `${name[0]} 쓸 수 있는 예산 ${josa(amount, '을/를')} 다 써서 멈췄어요. 더 쓰려면 \`--budget\`이나 설정 ${setting}에서 늘려 주세요.`
    : `The budget for ${name[1]} (${amount}) is used up, so this stopped. To spend more, raise \`--budget\` or the setting ${setting}.`
}

const networkSentences: Record<Language, (host: string) => Record<string, string>> = {
  ko: (host) => ({
    name: `${host}: 이 이름의 서버를 찾을 수 없어요. 주소와 인터넷 연결을 확인해 주세요.`,
    refused: `${host}에서 연결을 받지 않아요. 서버가 켜져 있는지, 주소가 맞는지 확인해 주세요.`,
    unreachable: `${host}에 연결할 수 없어요. 인터넷 연결을 확인하고, 회사 안이라면 프록시(HTTPS_PROXY)를 설정해 주세요.`,
    certificate: `${host}의 인증서를 믿을 수 없어요. 회사 인증서라면 NODE_EXTRA_CA_CERTS나 SSL_CERT_FILE에 그 파일을 넣어 주세요.`,
    proxy: `프록시가 ${josa(host, '으로/로')} 가는 연결을 열어 주지 않았어요. HTTPS_PROXY나 proxy 설정의 주소와 이름, 비밀번호를 확인해 주세요.`,
    proxyAway: `프록시 ${host}에 연결할 수 없어요. HTTPS_PROXY, HTTP_PROXY나 proxy 설정의 주소를 확인하거나, 프록시 없이 쓰려면 지워 주세요.`,
    'proxy 407':
      '프록시가 이름과 비밀번호를 달라고 해요. HTTP_PROXY나 proxy 설정에 http://이름:비밀번호@주소 로 넣어 주세요.',
    policy: host
      ? `조직의 정책(/etc/assistant/policy.json)이 ${host}에 보내는 것을 허용하지 않아요.`
      : '조직의 정책(/etc/assistant/policy.json)이 이 주소에 보내는 것을 허용하지 않아요.',
    otherwise: '네트워크 오류가 났어요. 연결을 확인하고 다시 시도해 주세요.',
  }),
  en: (host) => ({
    name: `${host}: there is no server of this name. Check the address and the connection.`,
    refused: `${host} takes no connection. Check that the server runs and that the address is right.`,
    unreachable: `${host} cannot be reached. Check the connection; inside a company, set a proxy (HTTPS_PROXY).`,
    certificate: `The certificate of ${host} is not trusted. For a company's own, put its file into NODE_EXTRA_CA_CERTS or SSL_CERT_FILE.`,
    proxy: `The proxy did not open a connection to ${host}. Check address, name and password in HTTPS_PROXY or the setting proxy.`,
    proxyAway: `The proxy ${host} cannot be reached. Check its address in HTTPS_PROXY, HTTP_PROXY or the setting proxy, or remove it.`,
    'proxy 407':
      'The proxy wants a name and a password: put http://name:password@host into HTTP_PROXY or the setting proxy.',
    policy: `The policy of this machine (/etc/assistant/policy.json) does not allow calling ${host || 'this address'}.`,
    otherwise: 'Network error. Check the connection and try again.',
  }),
}

/** Return the sentence for a server that could not be reached: host, cause and remedy. */
export function networkSentence(failure: Failure, language: Language): string {
  const say = networkSentences[language](dataOr(failure, 'host', ''))
  const known = say[failure.detail ?? ''] ?? say[dataOr(failure, 'cause', '')]
  // A rule of the organisation has no cause in the system that would be worth reporting.
  return known ? known + (failure.detail === 'policy' ? '' : detailOf(failure)) : (say.otherwise ?? '')
}

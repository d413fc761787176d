import type { Language } from '../language.ts'
import type { ConfigWarning, ExpectedValue } from './config-warning.ts'
import { providerTitles } from './provider-names.ts'
import { settingMeanings } from './setting-meanings.ts'

const most = Number.MAX_SAFE_INTEGER

/** All providers that can be named. */
const names = [...Object.keys(providerTitles), 'offline'].join(', ')

const ko = {
  unknown: (key: string, where: string, suggestion: string) =>
    `모르는 설정이에요: ${key} (${where})${suggestion ? `. 혹시 ${suggestion}인가요?` : '. assistant config list --all로 전체 목록을 볼 수 있어요.'}`,
  badValue: (key: string, where: string, expected: string) =>
    `${key} 값을 쓸 수 없어요 (${where}). ${expected} 값이어야 해요.`,
  ignored: ' 지금은 무시할게요.',
  stops: ' 말이 엉뚱한 곳으로 가지 않게, 고칠 때까지 아무 데도 보내지 않을게요.',
  unsettled: (path: string) =>
    `읽을 수 없는 설정 파일이 있어서(${path}) 어느 모델을 골랐는지 알 수 없어요. \`assistant setup\`으로 다시 고르거나, 그 파일을 고쳐서 되돌려 주세요. 그때까지 아무 데도 보내지 않을게요.`,
  noProvider: (name: string, suggestion: string) =>
    `${name}: 이런 이름의 제공자는 없어요.${suggestion ? ` 혹시 ${suggestion}인가요?` : ` ${names} 중에서 골라 주세요.`} 아무 데도 보내지 않았어요.`,
  ollamaName: (name: string) =>
    `${name}: Ollama 모델 이름 같아요. Ollama를 켜고 \`-m ollama:${name}\`로 물어보세요(받으려면 \`assistant models pull ollama:${name}\`). 아무 데도 보내지 않았어요.`,
  offlineChosen: (name: string) =>
    `${name}: provider 설정이 offline이라 어떤 모델에도 묻지 않아요. 모델을 쓰려면 \`assistant setup\`이나 \`assistant config unset provider\`로 바꾸고, 규칙으로 답하려면 모델을 \`rules\`로 고르세요. 아무 데도 보내지 않았어요.`,
  modelUnused: (where: string) =>
    `provider가 offline이라 model 설정(${where})은 쓰지 않고 규칙으로만 답해요. 모델에 물으려면 \`assistant config unset provider\`, 이 알림을 없애려면 \`assistant config unset model\`을 실행하세요.`,
  noServer: (name: string) =>
    `${name}: 이 모델에 물어볼 수 없어요. API 키가 없고, 이 컴퓨터에서 Ollama도 찾지 못했어요. \`assistant setup\`으로 키를 넣거나 Ollama를 켜 주세요. 규칙으로만 답하려면 \`-m rules\`를 쓰세요. 아무 데도 보내지 않았어요.`,
  noAddress: (key: string) => `${key}에 주소를 먼저 넣어 주세요. 예: https://<이름>.openai.azure.com/openai/v1`,
  noKey: (key: string, variable: string) =>
    `${key} 설정이 가리키는 ${variable}에 키가 없어요. 그 변수를 넣거나 설정을 고쳐 주세요. 아무 데도 보내지 않았어요.`,
  refused: (key: string, expected: string) => `${key} 값을 쓸 수 없어요. ${expected} 값이어야 해요. 저장하지 않았어요.`,
  damaged: (path: string, kept: string) =>
    kept
      ? `설정 파일이 손상되어 기본값으로 시작해요. 원본은 그대로 여기에 두었어요: ${kept}`
      : `설정 파일이 손상되어 읽지 않았어요: ${path}`,
  unreadable: (path: string, reason: string) =>
    `설정 파일을 읽을 수 없어요(${reason}): ${path}. 파일 권한을 확인해 주세요.`,
  untrusted: (path: string) =>
    `아직 믿는다고 하지 않은 프로젝트 설정이라 읽지 않았어요: ${path}. 내용을 보고 정하려면: assistant trust`,
  changed: (path: string) =>
    `믿는다고 했던 프로젝트 설정이 바뀌었어요: ${path}. 무엇이 바뀌었는지 보고 정할 때까지 아무 데도 보내지 않을게요: assistant trust`,
  policy: (path: string, why: string) =>
    `조직의 정책 파일을 읽을 수 없어서(${why}) 아무것도 하지 않을게요: ${path}. 이 컴퓨터의 관리자에게 알려주세요.`,
  notAllowed: (what: string, path: string) =>
    `조직의 정책이 허용하지 않아요: ${what} (${path}). 아무 데도 보내지 않았어요.`,
  personal: (key: string, where: string) => `${key} 설정은 프로젝트 파일에서 바꿀 수 없어요 (${where}).`,
  secret: (key: string, where: string, secrets: string) =>
    `비밀 키는 설정 파일에 두지 않아요: ${key} (${where}). assistant setup으로 ${secrets}에 옮겨 주세요.`,
  expected: {
    one: (values: string) => `${values} 중 하나의`,
    integer: (least: string, upper: string) => (upper ? `${least}~${upper} 사이 정수` : `${least} 이상의 정수`),
    boolean: 'true 또는 false',
    map: '이름과 값의 묶음(JSON 객체)',
    list: '목록(JSON 배열, 또는 쉼표로 나눈)',
    some: (values: string) => `${values} 가운데서 고른 것들을 쉼표로 나눈`,
    hosts: '쉼표로 나눈 호스트(example.com, *.example.com, example.com:8443)',
    url: 'http(s) 주소',
    text: '비어 있지 않은 글자',
    zone: 'Asia/Seoul 같은 시간대 이름',
    date: '2026-11-21T09:00:00Z 같은 시각',
    models: '"provider:model" 목록',
  },
  meanings: settingMeanings.ko,
}

const en: typeof ko = {
  unknown: (key, where, suggestion) =>
    `Unknown setting: ${key} (${where}). ${suggestion ? `Did you mean ${suggestion}?` : 'See assistant config list --all.'}`,
  badValue: (key, where, expected) => `${key} cannot have this value (${where}): expected ${expected}.`,
  ignored: ' It is ignored.',
  stops: ' Nothing is sent anywhere until it is mended.',
  unsettled: (path) =>
    `A settings file cannot be read (${path}), so the model you chose is not known. Choose again with \`assistant setup\`, or mend the file and put it back. Nothing is sent anywhere until then.`,
  noProvider: (name, suggestion) =>
    `${name}: there is no provider of this name. ${suggestion ? `Did you mean ${suggestion}?` : `Choose one of ${names}.`} Nothing was sent.`,
  ollamaName: (name) =>
    `${name} looks like a model of Ollama. Start Ollama and ask it with \`-m ollama:${name}\` (to fetch it: \`assistant models pull ollama:${name}\`). Nothing was sent.`,
  offlineChosen: (name) =>
    `${name}: the setting provider is offline, so no model is asked. To use models run \`assistant setup\` or \`assistant config unset provider\`; for answers by rules choose the model \`rules\`. Nothing was sent.`,
  modelUnused: (where) =>
    `The setting provider is offline, so model (${where}) is not used and rules answer. To ask models: \`assistant config unset provider\`; to be rid of this notice: \`assistant config unset model\`.`,
  noServer: (name) =>
    `${name}: this model cannot be asked. There is no API key, and no Ollama on this machine. Add a key with \`assistant setup\`, or start Ollama; for answers by rules alone use \`-m rules\`. Nothing was sent.`,
  noAddress: (key) => `Set ${key} first, e.g. https://<name>.openai.azure.com/openai/v1`,
  noKey: (key, variable) =>
    `${key} names ${variable}, which holds no key. Set it or mend the setting. Nothing was sent.`,
  refused: (key, expected) => `${key} cannot have this value: expected ${expected}. Nothing was saved.`,
  damaged: (path, kept) =>
    kept
      ? `The config file is damaged; starting with defaults. The original is untouched at ${kept}`
      : `The config file is damaged and was not read: ${path}`,
  unreadable: (path, reason) => `The config file cannot be read (${reason}): ${path}. Check its permissions.`,
  untrusted: (path) =>
    `Project settings that you have not agreed to were not read: ${path}. To look at them and decide: assistant trust`,
  changed: (path) =>
    `Project settings that you agreed to have changed: ${path}. Nothing is sent anywhere until you have looked at them: assistant trust`,
  policy: (path, why) =>
    `The policy of this machine cannot be read (${why}), so nothing is done: ${path}. Tell its administrator.`,
  notAllowed: (what, path) => `The policy of this machine does not allow ${what} (${path}). Nothing was sent.`,
  personal: (key, where) => `${key} cannot be set by a project (${where}).`,
  secret: (key, where, secrets) =>
    `Keys do not belong in a config file: ${key} (${where}). Move it to ${secrets} with assistant setup.`,
  expected: {
    one: (values) => `one of ${values}`,
    integer: (least, upper) =>
      upper ? `a whole number from ${least} to ${upper}` : `a whole number of at least ${least}`,
    boolean: 'true or false',
    map: 'names with values (a JSON object)',
    list: 'a list (a JSON array, or parted by commas)',
    some: (values) => `some of ${values}, parted by commas`,
    hosts: 'hosts, parted by commas (example.com, *.example.com, example.com:8443)',
    url: 'an http(s) address',
    text: 'some text',
    zone: 'a time zone like Asia/Seoul',
    date: 'a time like 2026-11-21T09:00:00Z',
    models: 'a list of "provider:model"',
  },
  meanings: settingMeanings.en,
}

export const configMessages = { ko, en }

/** Return the expected value as a phrase. */
function expectedText(expected: ExpectedValue, language: Language): string {
  const say = configMessages[language].expected
  if (expected.kind === 'one' || expected.kind === 'some') return say[expected.kind](expected.values.join(' | '))
  if (expected.kind !== 'integer') return say[expected.kind]
  const formatNumber = (n: number) => n.toLocaleString(language)
  return say.integer(formatNumber(expected.least), expected.most < most ? formatNumber(expected.most) : '')
}

/** A warning as one sentence with the next step. */
export function warningText(warning: ConfigWarning, language: Language): string {
  const say = configMessages[language]
  switch (warning.code) {
    case 'unknown':
      return say.unknown(warning.key, warning.where, warning.suggestion ?? '') + (warning.stops ? say.stops : '')
    case 'bad-value':
      return (
        say.badValue(warning.key, warning.where, expectedText(warning.expected, language)) +
        (warning.stops ? say.stops : say.ignored)
      )
    case 'unsettled':
      return say.unsettled(warning.path)
    case 'no-provider':
      return say.noProvider(warning.name, warning.suggestion ?? '')
    case 'ollama-name':
      return say.ollamaName(warning.name)
    case 'offline-chosen':
      return say.offlineChosen(warning.name)
    case 'model-unused':
      return say.modelUnused(warning.where)
    case 'no-server':
      return say.noServer(warning.name)
    case 'no-address':
      return say.noAddress(warning.key)
    case 'no-key':
      return say.noKey(warning.key, warning.variable)
    case 'refused':
      return say.refused(warning.key, expectedText(warning.expected, language))
    case 'damaged':
      return say.damaged(warning.path, warning.kept ?? '')
    case 'unreadable':
      return say.unreadable(warning.path, warning.reason)
    case 'untrusted':
      return say.untrusted(warning.path)
    case 'changed':
      return say.changed(warning.path)
    case 'policy':
      return say.policy(warning.path, warning.detail)
    case 'not-allowed':
      return say.notAllowed(warning.what, warning.path)
    case 'personal':
      return say.personal(warning.key, warning.where)
    case 'secret':
      return say.secret(warning.key, warning.where, warning.secrets)
    default:
      return warning satisfies never
  }
}

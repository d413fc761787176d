import type { Failure } from '../../protocol/index.ts'
import { sanitiseLine } from '../../std/text/sanitise.ts'
import type { Language } from '../language.ts'

/** Return the sentence for a server that has several models of which none was chosen; undefined for other failures. */
export function severalModels({ data }: Failure, language: Language): string | undefined {
  if (!Array.isArray(data?.models) || data.models.length === 0) return undefined
  const [names, server] = [data.models.map((name) => sanitiseLine(String(name))), sanitiseLine(String(data.provider))]
  const list = names.join(', ')
  return language === 'ko'
    ? `${server}에 모델이 여러 개 있어요: ${list}. \`/model\`(또는 \`--model ${names[0]}\`)로 하나를 골라 주세요.`
    : `There are several models at ${server}: ${list}. Choose one with \`/model\` (or \`--model ${names[0]}\`).`
}

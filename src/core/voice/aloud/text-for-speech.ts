import type { Language } from '../../../messages/language.ts'
import { voiceMessages } from '../../../messages/surfaces/voice.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { sanitise } from '../../../std/text/sanitise.ts'
import type { SpokenSentence } from './sentences.ts'
import { readEnglish } from './speak-english.ts'
import { readKorean } from './speak-korean.ts'

/** Tables of more rows are looked at, not listened to. */
const tableRows = 5

/** Return this piece of an answer as a person would read it aloud; '' if there is nothing to say. */
export function textForSpeech({ kind, text }: Pick<SpokenSentence, 'kind' | 'text'>, language: Language): string {
  const say = voiceMessages[language]
  if (kind === 'code') return say.codeOnScreen
  if (kind === 'table') return spokenTable(text, language)
  return spokenSentence(text, language)
}

/** The words of a sentence in Markdown, signs turned into sounds. */
function spokenSentence(text: string, language: Language): string {
  const plain = withoutPictures(withoutMarkup(sanitise(text), language))
  const read = isKorean(plain, language) ? readKorean(plain) : readEnglish(plain)
  const tidy = read
    .replace(/\s+/g, ' ')
    .replace(/\s+([.,!?…])/g, '$1')
    .replace(/^[\s.,…·:;—–-]+|[\s,]+$/g, '')
  return /[\p{L}\p{N}]/u.test(tidy) ? tidy : ''
}

/**
 * With Hangul in it, numbers are read in Korean, whatever the language of the rest; a sentence all in English stays
 * English.
 */
const isKorean = (text: string, language: Language) =>
  /[가-힣]/.test(text) ||
  (language === 'ko' && (text.match(/(?<!\S)[A-Za-z'’]+(?=[,.!?;:]?(?:\s|$))/g) ?? []).length < 3)

function withoutMarkup(text: string, language: Language): string {
  const { link, host, mail } = voiceMessages[language]
  return text
    .replace(/[-=]+>/g, '→')
    .replace(/(?<=\d)\s?\*\s?(?=\d)/g, ' × ')
    .replace(raised, (sign) => `^${sign.normalize('NFKC').replace('−', '-')}`)
    .replace(/(?<=\d)['′]\s?(\d{1,2})["″](?!\w)/g, ' ft $1 in')
    .replace(/[₀-₉]/g, (sign) => sign.normalize('NFKC'))
    .replace(/(?<=[\p{L}\d)])\s([<>])\s(?=[\p{L}\d(])/gu, (_, sign) => (sign === '<' ? ' ＜ ' : ' ＞ '))
    .replace(/(?<=\s)[<>]=(?=\s?\d)/g, (sign) => (sign === '<=' ? '≤' : '≥'))
    .replace(/\b([CF])#/g, (_, name) => voiceMessages[language].sharp(name))
    .replace(/<\/?(?:b|i|u|em|strong|span|a|code|sub|sup)(?:\s[^>]*)?>/gi, '')
    .replace(/<!--[\s\S]*?-->|<\/?[a-z][^>]*>/gi, ' ')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\((?:[^()]|\([^)]*\))*\)/g, '$1')
    .replace(/\[\^?\d+\]/g, '')
    .replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+•]\s+(?:\[[ xX]\]\s+)?|(?!0)\d{1,3}[.)]\s+)+/gm, '')
    .replace(/^\s*(?:[-*_]\s*){3,}$/gm, '')
    .replace(/`+([^`]*)`+/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)([\s\S]*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*])[*_](?=\S)([^*_\n]*\S)[*_](?![\p{L}\p{N}])/gu, '$1')
    .replace(/\bhttps?:\/\/(?:www\.)?([^\s/?#)<>"']+)[^\s<>"']*/gi, (_, host) =>
      link(host.replace(/:\d+$/, '').replace(/[.,]+$/, '')),
    )
    .replace(/(?<![\w.+-])([\w.+-]+)@([\w-]+(?:\.[\w-]+)+)/g, (_, name, at) => mail(name, at))
    .replace(bareHost, (_, found) => host(found))
    .replace(/[ㅋㅎㅠㅜ]{2,}/g, '')
    .replace(/\$([^$\s](?:[^$]*[^$\s])?)\$(?!\d)/g, '$1')
    .replace(
      /\^(?!\(?[-−]?\d)|[*_`|\\{}<>[\]]+|#(?!\w)|\$(?!\s?\d)|~+(?!\s?(?:[-−₩$B]?\d|오전|오후|[월화수목금토일](?:요일|(?![가-힣]))))/g,
      ' ',
    )
    .replace(/["“”'‘’「」『』]/g, (sign, at: number, all: string) =>
      /\p{L}/u.test(all[at - 1] ?? '') && /['’]/.test(sign) && /\p{L}/u.test(all[at + 1] ?? '') ? "'" : '',
    )
}

/** A raised number; that of a unit of area or space belongs to the unit. */
const raised = /(?<=[\p{L}\d)])(?<!(?<![A-Za-z])[kcmd]?m)[⁻]?[⁰¹²³⁴-⁹]+/gu

/** An address that is said like a link though nobody wrote https. */
const bareHost = patternOf('gi')`
    (?<![\w@./-])(?:www\.)?((?:[a-z\d-]+\.)+(?:com|net|org|io|dev|ai|app|kr|uk|jp|gov|edu|tv))(?![\w-]|\.\w)
    (?:\/[\w./?=&%-]*)?`

// biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked at alone
const pictures = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u{fe0f}\u{200d}\u{20e3}\u{1f3fb}-\u{1f3ff}]/gu

/** Digits are pictographs to Unicode as bases of keycaps; they stay. */
const withoutPictures = (text: string) => text.replace(pictures, (sign) => (/[\d#*©®™]/.test(sign) ? sign : ' '))

function spokenTable(text: string, language: Language): string {
  const rows = text
    .split('\n')
    .filter((row) => row.includes('|') && !/^[\s|:-]+$/.test(row))
    .map((row) =>
      row
        .trim()
        .replace(/^\||\|$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => spokenSentence(cell, language)),
    )
  const [heads = [], ...body] = rows
  if (body.length === 0 || body.length > tableRows) return voiceMessages[language].tableOnScreen
  return body
    .map(
      (row) =>
        `${row
          .map((cell, i) => (i === 0 || !heads[i] || !cell ? cell : `${heads[i]} ${cell}`))
          .filter(Boolean)
          .join(', ')}.`,
    )
    .join(' ')
}

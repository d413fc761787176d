// `node scripts/manual-settings.js` adds the settings that assistant-config(5) does not know yet, in both languages,
// each behind the one before it in the schema, with what it means and its default. What stands there already stays as
// somebody wrote it.
import { readFileSync, writeFileSync } from 'node:fs'
import { envOf, keys, table } from '../src/config/schema.ts'
import { settingMeanings } from '../src/messages/commands/setting-meanings.ts'

function complete(path, meanings, word) {
  const file = new URL(path, import.meta.url)
  let page = readFileSync(file, 'utf8')
  let before = ''
  for (const key of keys) {
    const head = (name) => `.It Va ${name}\n`
    if (!page.includes(head(key))) {
      const usual = table[key].default
      const shown = ['string', 'number', 'boolean'].includes(typeof usual) && usual !== '' ? ` (${word} ${usual})` : ''
      const from = Math.max(0, page.indexOf(head(before)))
      const next = ['\n.It Va ', '\n.El'].map((mark) => page.indexOf(mark, from + 1)).filter((at) => at >= 0)
      const at = Math.min(...next) + 1
      page = `${page.slice(0, at)}${head(key)}${meanings[key]}${shown}.\n.br\n.Ev ${envOf(key)}\n${page.slice(at)}`
    }
    before = key
  }
  writeFileSync(file, page)
}

complete('../man/assistant-config.5', settingMeanings.en, 'default')
complete('../man/ko/man5/assistant-config.5', settingMeanings.ko, '기본값')

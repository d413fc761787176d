/**
 * A key in voice: the space bar is push-to-talk as long as nothing is typed, Tab closes the microphone, arrows say it
 * again, slower and faster; y and n answer an open question.
 */
export type VoiceKey =
  | { key: 'talk' | 'leave' | 'stop' | 'microphone' | 'again' | 'slower' | 'faster' }
  | { key: 'answer'; yes: boolean }
  | { key: 'line'; text: string }
  | { key: 'typing'; text: string }

const arrows: Readonly<Record<string, 'again' | 'slower' | 'faster'>> = { A: 'again', C: 'faster', D: 'slower' }

/**
 * One chunk from the keyboard (UTF-8 text of a raw terminal) with what was typed before it: the keys that come of it.
 */
export function keysOf(chunk: string, typed: string, asking: boolean): { keys: VoiceKey[]; typed: string } {
  const keys: VoiceKey[] = []
  let line = typed
  // biome-ignore lint/suspicious/noControlCharactersInRegex: keys are control characters
  for (const letter of chunk.match(/\x1b(?:\[[0-9;]*[A-Za-z~]|O.)|[\s\S]/gu) ?? []) {
    if (letter.length > 1 && letter.startsWith('\x1b')) {
      const key = arrows[letter.at(-1) ?? '']
      // Other sequences have no meaning here, and arrows none in what is typed.
      if (key && line === '') keys.push({ key })
    } else if (letter === '\t') {
      if (line === '') keys.push({ key: 'microphone' })
    } else if (letter === '\x03' || (letter === '\x04' && line === '')) keys.push({ key: 'leave' })
    else if (letter === '\x1b') keys.push({ key: 'stop' })
    else if (letter === '\r' || letter === '\n') {
      if (line.trim() !== '') keys.push({ key: 'line', text: line.trim() })
      line = ''
    } else if (letter === '\x7f' || letter === '\b') line = [...line].slice(0, -1).join('')
    else if (line === '' && letter === ' ') keys.push({ key: 'talk' })
    else if (line === '' && asking && /[ynㅛㅜ]/i.test(letter)) keys.push({ key: 'answer', yes: /[yㅛ]/i.test(letter) })
    else if (letter >= ' ') line += letter
  }
  if (line !== typed) keys.push({ key: 'typing', text: line })
  return { keys, typed: line }
}

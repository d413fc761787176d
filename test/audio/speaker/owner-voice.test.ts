import { expect, test } from 'vitest'
import { judgeVoice, voiceOf } from '../../../src/audio/speaker/owner-voice.ts'

/** Two voices of that likeness. */
const like = (cosine: number) => [Float32Array.of(1, 0), Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2))] as const
/** Resemblyzer's weights give strangers 0.5 and more. */
const close = { own: 0.74, other: 0.65 }

test.each([
  [0.2, 'other', 'other'],
  [0.4, 'unknown', 'other'],
  [0.6, 'own', 'other'],
  [0.7, 'own', 'unknown'],
  [0.8, 'own', 'own'],
] as const)(
  'a likeness of %f is %s to CAM++, and %s to a model whose strangers are more alike',
  (cosine, first, second) => {
    const [owner, heard] = like(cosine)
    const enrolled = { model: 'm', print: [...owner], at: '' }
    expect([judgeVoice(enrolled, heard), judgeVoice(enrolled, heard, close)]).toEqual([first, second])
    expect([voiceOf(like(cosine)), voiceOf(like(cosine), close)].map((one) => one !== undefined)).toEqual([
      first === 'own',
      second === 'own',
    ])
  },
)

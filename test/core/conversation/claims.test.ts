import { describe, expect, test } from 'vitest'
import { type ClaimEvidence, unbackedClaims } from '../../../src/core/conversation/claims.ts'
import type { ReceiptLine } from '../../../src/protocol/index.ts'
import { honest, lies } from './claim-cases.ts'

const evidence = (deeds: ReceiptLine[], asked: string, more: Partial<ClaimEvidence> = {}): ClaimEvidence => ({
  deeds,
  isUnknown: (tool) => tool === 'shell',
  asked,
  hasRead: false,
  before: [],
  ...more,
})

describe('claims of an answer', () => {
  test.each(lies)('are marked where nothing stands behind them: %s %j %s', (asked, deeds, answer, marked) => {
    expect(unbackedClaims(answer, evidence(deeds, asked)).join(' | ')).toMatch(marked)
  })

  test.each(honest)('are left alone where they are true, or none: %s %j %s', (asked, deeds, answer, more) => {
    expect(unbackedClaims(answer, evidence(deeds, asked, more))).toEqual([])
  })
})

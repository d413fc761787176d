import { expect, test } from 'vitest'
import { isCardSecret } from '../../src/memory/card-secret.ts'

test.each([
  '내 카드 비밀번호는 4821이야',
  '신용카드 비번 0392',
  '카드 번호 4111 1111 1111 1111',
  '5500-0000-0000-0004 유효기간 12/28',
  'my debit card PIN is 4821',
  'CVC는 123이야',
  'the PIN of my card: 990011',
])('what only the owner of a card knows is a secret: %s', (text) => expect(isCardSecret(text)).toBe(true))

test.each([
  '현관 비번 1234',
  '와이파이 암호는 happy2025',
  '사무실 문 비밀번호는 5678이야',
  '교통카드는 서랍에 있어',
  '내 전화번호는 010-1234-5678',
  '생일 카드를 5000원에 샀어',
  'the wifi password is blue1234',
  '주문 번호 1234567890123456',
  '휴대폰 비밀번호 힌트는 고양이 이름',
])('codes of doors, words of a wifi and other numbers are facts: %s', (text) => expect(isCardSecret(text)).toBe(false))

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readReceiptFile } from '../../../src/app/money/receipt-file.ts'

const isInstalled = (() => {
  try {
    return execFileSync('tesseract', ['--list-langs'], { encoding: 'utf8' }).includes('eng')
  } catch {
    return false
  }
})()
const never = new AbortController().signal

/** Reads a receipt where programs lie in `PATH` and no model sees pictures. */
const read = (name: string, PATH = '') =>
  readReceiptFile(
    {
      ...{ models: { sight: async () => ({ model: 'blind', sees: false }) }, language: 'ko', now: () => new Date(0) },
      environment: { platform: 'linux', env: { PATH } },
    } as unknown as Parameters<typeof readReceiptFile>[0],
    name,
    readFileSync(`test/fixtures/money/${name}`),
    never,
  )
const told = { won: 5_800, place: 'STARBUCKS', day: '2026-05-12' }

test.skipIf(!isInstalled)('a picture of a receipt is read by Tesseract, without a model', async () => {
  expect(await read('receipt.png', process.env.PATH)).toMatchObject(told)
})

test('a receipt as a PDF is read by its text', async () => {
  expect(await read('receipt.pdf')).toMatchObject(told)
})

test('where neither Tesseract nor a model reads pictures, that is told', async () => {
  await expect(read('receipt.png', '/nowhere')).rejects.toMatchObject({ failure: { code: 'config' } })
})

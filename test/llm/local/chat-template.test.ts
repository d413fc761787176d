import { expect, test } from 'vitest'
import { templateByMarks } from '../../../src/llm/local/chat-template.ts'

test('a file without a template is spoken to by the marks that its vocabulary has', () => {
  const has = (...marks: string[]) => templateByMarks((mark) => marks.includes(mark))
  expect(has('<start_of_turn>')).toContain('<start_of_turn>')
  expect(has('<|im_start|>', '<start_of_turn>')).not.toContain('<start_of_turn>')
  expect(has()).toContain('<|im_start|>')
})

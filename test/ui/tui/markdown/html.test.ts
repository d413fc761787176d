import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlPage } from '../../../../src/ui/tui/markdown/html.ts'

test('a page shows Markdown; tags in it are text, and only links of the web lead anywhere', () => {
  const page = htmlPage(
    'a<b',
    '**굵게** <script>alert(1)</script>\n\n[x](javascript:alert(1)) [y](https://example.com) ![p](https://example.com/p.png)',
    'ko',
  )
  expect(page).toContain('<strong>굵게</strong>')
  expect(page).toContain('&#60;script&#62;')
  expect(page).toContain('<a href="https://example.com" rel="noreferrer">y</a>')
  expect(page).not.toMatch(/<script|javascript:|<img/)
  expect(page).toContain('<title>a&#60;b</title>')
})

test('whatever was said, no tag of it gets into the page', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(...'<>"\'&/=()[]!`*_#\n ', 'script', 'img', 'onerror', 'javascript:', 'x'),
  })
  fc.assert(
    fc.property(hostile, (text) => {
      const body = htmlPage('t', text, 'en').split('</style>')[1] ?? ''
      const tags = Array.from(body.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi), ([, name = '', more = '']) => [
        name.toLowerCase(),
        more,
      ])
      for (const [name = '', more = ''] of tags) {
        expect(['script', 'img', 'iframe', 'object', 'svg']).not.toContain(name)
        expect(more).not.toMatch(/\bon\w+\s*=/i)
      }
    }),
  )
})

import { render } from 'ink-testing-library'
import { expect, test } from 'vitest'
import { App, type ScrollbackWriter } from '../../../../src/ui/tui/screen/app.tsx'

test('the live part is drawn as it was laid out, and finished rows are handed to the terminal once', () => {
  const paper: ScrollbackWriter = {}
  const { lastFrame, frames, rerender, unmount } = render(
    <App live={'› 안녕\n준비됨'} caret={{ x: 6, y: 0 }} paper={paper} />,
  )
  expect(lastFrame()).toBe('› 안녕\n준비됨')
  paper.print?.('끝난 줄\n')
  rerender(<App live={'› 또\n준비됨'} paper={paper} />)
  expect(lastFrame()).toBe('› 또\n준비됨')
  expect(frames.filter((frame) => frame.includes('끝난 줄'))).toHaveLength(1)
  unmount()
})

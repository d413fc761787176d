import { sleep } from '../../std/abort.ts'

/** Number of trailing rows that are reported while a command runs, and the minimum interval in milliseconds. */
const [toldRows, paceMs] = [5, 100]
/** Characters that are kept for them. */
const keptChars = 4_000

/** Yields the last rows of what a command has written, as it writes them, and returns what it ended with. */
export async function* liveOutput<T>(start: (take: (text: string) => void) => Promise<T>): AsyncGenerator<string, T> {
  let text = ''
  let isOver = false
  let news = Promise.withResolvers<void>()
  const running = start((more) => {
    text = (text + more).slice(-keptChars)
    news.resolve()
  })
  const over = running.then(
    () => {},
    () => {},
  )
  void over.then(() => {
    isOver = true
    news.resolve()
  })
  for (;;) {
    await news.promise
    if (isOver) return await running
    news = Promise.withResolvers<void>()
    yield text.trimEnd().split('\n').slice(-toldRows).join('\n')
    await Promise.race([sleep(paceMs), over])
  }
}

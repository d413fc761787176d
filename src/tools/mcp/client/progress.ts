/** Milliseconds between two lines of progress that are passed on. */
const everyMs = 100

/**
 * Lines of progress from a callback to a generator: the newest counts, so that a flood of them is one line at a time.
 */
export class ProgressLines {
  #latest: string | undefined
  #ended = false
  #wake: () => void = () => {}

  add(line: string): void {
    this.#latest = line.slice(0, 500)
    this.#wake()
  }

  end(): void {
    this.#ended = true
    this.#wake()
  }

  async *read(): AsyncGenerator<string, void> {
    let next = 0
    while (true) {
      const wait = this.#ended ? 0 : this.#latest === undefined ? undefined : next - performance.now()
      if (wait === undefined || wait > 0) {
        await this.#change(wait)
        continue
      }
      if (this.#latest !== undefined) {
        const line = this.#latest
        this.#latest = undefined
        next = performance.now() + everyMs
        yield line
      }
      if (this.#ended && this.#latest === undefined) return
    }
  }

  /** Until something is added, it ends, or the time to wait is over. */
  #change(ms: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      this.#wake = () => {
        if (ms !== undefined && !this.#ended) return
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

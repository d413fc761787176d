import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import type { Conversation } from '../../../protocol/index.ts'
import { type DrawOptions, noteRows } from '../transcript/blocks.ts'
import type { TuiHost, Voice, VoiceButton } from '../tui-host.ts'
import type { EffectContext } from './effect-context.ts'

const buttons: Readonly<Record<string, VoiceButton>> = {
  talk: 'talk',
  mute: 'microphone',
  음소거: 'microphone',
  repeat: 'again',
  다시: 'again',
  slower: 'slower',
  느리게: 'slower',
  faster: 'faster',
  빠르게: 'faster',
}

/** `/voice`: ears and a mouth for the conversation that is open, until they are turned off. */
export function createVoice(host: TuiHost, words: TuiMessages, { store }: Pick<EffectContext, 'store'>) {
  let current: { abort: AbortController; voice?: Voice } | undefined

  const say = (text: string): void => {
    const rows = ({ columns }: DrawOptions) => noteRows('♪ ', text, columns, 'dim')
    store.dispatch({ type: 'print', items: [{ type: 'rows', rows }] })
  }
  const show = (line?: string): void => void store.dispatch({ type: 'voice', ...(line === undefined ? {} : { line }) })

  /** Silence at once; what was asked goes on in text. */
  function switchOff(): void {
    if (!current) return
    current.abort.abort()
    current = undefined
    show()
    say(words.voice.off)
  }

  async function switchOn(conversation: Conversation): Promise<void> {
    const mine: { abort: AbortController; voice?: Voice } = { abort: new AbortController() }
    const { signal } = mine.abort
    const tell = (line: string, notes: readonly string[], dead: boolean): void => {
      if (current !== mine) return
      for (const note of notes) say(note)
      if (dead) switchOff()
      else show(line)
    }
    current = mine
    show(words.voice.starting)
    try {
      const voice = await (await host.engine()).voice(conversation, store.state.view.agent, tell, signal)
      mine.voice = voice
      void voice.hears.then(() => current === mine && say(words.voice.on(voice.call)))
      await voice.done
    } finally {
      if (current === mine) switchOff()
    }
  }

  return {
    off: switchOff,
    /** On, or off again. Resolves when it is off. */
    toggle: async (conversation: Promise<Conversation>): Promise<void> =>
      current ? switchOff() : switchOn(await conversation),
    /** `/voice mute` and the like; false where these are no such words. */
    press(wanted: string): boolean {
      const button = buttons[wanted.trim().toLowerCase()]
      if (!button) return false
      if (current?.voice) current.voice.press(button)
      else say(words.voice.isOff)
      return true
    },
    /** A typed line while it is on goes the way of spoken ones: it is answered aloud, and stops what is being said. */
    typed(text: string): boolean {
      current?.voice?.typed(text)
      return current?.voice !== undefined
    },
    /** A sentence that rings is said as soon as nobody speaks. */
    ring: (text: string): void => current?.voice?.ring(text),
  }
}

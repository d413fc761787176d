import type { VoiceCommand } from '../../../core/voice/state.ts'
import { stateLine } from '../../../core/voice/state-line.ts'
import type { TuiEngine } from '../../../ui/tui/tui-host.ts'
import type { Assistant } from '../../assistant.ts'
import { openTalk, type VoicePrograms } from '../voice/voice-session.ts'

/** `/voice` over the same parts as `assistant voice`. Loaded when it is first asked for. */
export const tuiVoice =
  (assistant: Assistant, programs: VoicePrograms): TuiEngine['voice'] =>
  async (conversation, agent, tell, signal) => {
    // A person who types /voice is about to speak: the first time no wake word is needed.
    const opened = Promise.withResolvers<void>()
    let level = ''
    const { loop, call, done, talk } = await openTalk(
      assistant,
      {
        conversation,
        agent,
        programs,
        opened: opened.resolve,
        changed: (state, commands) =>
          tell(stateLine(state, assistant.language, level), commands.flatMap(ownWords), state.deaf && state.mute),
        level(sign) {
          level = sign
          tell(stateLine(loop.state, assistant.language, level), [], false)
        },
      },
      signal,
    )
    void opened.promise.then(() => signal.aborted || loop.state.phase !== 'idle' || loop.give({ in: 'key' }))
    return {
      call,
      hears: opened.promise,
      done,
      press: (button) => (button === 'talk' ? talk() : loop.give({ in: button })),
      typed: (text) => loop.give({ in: 'typed', text }),
      ring: (text) => loop.give({ in: 'ring', text }),
    }
  }

/**
 * Return what the conversation itself does not tell: words of the voice's own. What was heard stands there as the
 * person's.
 */
const ownWords = (command: VoiceCommand): string[] =>
  command.do === 'show' && command.what !== 'heard' ? [command.text] : []

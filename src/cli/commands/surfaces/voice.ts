import {
  announceWhileTalking,
  audioParts,
  openTalk,
  type VoiceSession,
} from '../../../app/surfaces/voice/voice-session.ts'
import { voiceMessages } from '../../../messages/surfaces/voice.ts'
import type { Conversation } from '../../../protocol/index.ts'
import { ExitSignal, signalExitCodes } from '../../../ui/oneshot/exit-code.ts'
import { keysOf } from '../../../ui/voice/keyboard.ts'
import { VoiceScreen } from '../../../ui/voice/screen.ts'
import { voicePrograms } from '../../child-programs.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { shelfOf } from '../settings/models.ts'

/** `voice [--check]`: hands-free, or a look at what it would need. */
export const runVoice: CommandRun = async (cli, { options }) => {
  if (options.check !== true) return runVoiceSession(cli)
  const shelf = await shelfOf(cli)
  return (await import('./voice-check.ts')).checkVoice(
    cli,
    shelf,
    audioParts(shelf, cli.environment.env, voicePrograms()),
  )
}

async function runVoiceSession(cli: Cli): Promise<number> {
  const assistant = await cli.assistant()
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: true })
  const leave = new AbortController()
  const signal = AbortSignal.any([cli.stop, leave.signal])
  const { agent } = assistant.initial
  const screen = screenOf(cli)
  const keyboard = { typed: '' }
  const voice = await openTalk(
    assistant,
    {
      conversation,
      agent,
      programs: voicePrograms(),
      changed: (state, commands) => {
        screen.commands(commands, state.agent)
        screen.state(state, keyboard.typed)
      },
      level: (sign) => screen.level(sign),
    },
    signal,
  )
  const { loop } = voice
  greetPerson(cli, screen, voice.call)
  screen.state(loop.state, keyboard.typed)
  const shown = showConversation(conversation, screen, () => loop.state.agent, { since: +assistant.now(), signal })
  const rest = announceWhileTalking(assistant, (text) => loop.give({ in: 'say', text }), signal)
  const stopKeys = readKeys((chunk) => takeKeys(chunk, keyboard, voice, screen, () => leave.abort()))
  try {
    await Promise.all([voice.done, shown, rest])
  } finally {
    leave.abort()
    stopKeys()
    screen.close()
    printBill(cli, voice.used)
    await conversation.close()
  }
  return cli.stop.reason instanceof ExitSignal ? signalExitCodes[cli.stop.reason.by] : 0
}

function greetPerson({ language, terminal }: Cli, screen: VoiceScreen, call: string): void {
  const say = voiceMessages[language]
  screen.line(say.welcome(call))
  if (terminal.stdinIsTerminal) screen.line(say.keys)
}

/** Print the cost of services for speech, where some were used. */
function printBill({ language, terminal }: Cli, { seconds, letters, usd, unpriced }: VoiceSession['used']): void {
  if (seconds + letters === 0) return
  const price = unpriced ? undefined : usd.toFixed(4)
  void terminal.write(`${voiceMessages[language].cost(seconds, letters, price)}\n`)
}

const screenOf = ({ terminal, environment, language }: Cli) =>
  new VoiceScreen({
    write: (text) => void terminal.write(text),
    live: terminal.stdoutIsTerminal && environment.env.TERM !== 'dumb',
    get columns() {
      return process.stdout.columns || terminal.columns
    },
    language,
  })

/** Return what keys ask for; what is typed stands in the line of the state until it is sent. */
function takeKeys(
  chunk: string,
  keyboard: { typed: string },
  { loop, talk }: Pick<VoiceSession, 'loop' | 'talk'>,
  screen: VoiceScreen,
  leave: () => void,
): void {
  const read = keysOf(chunk, keyboard.typed, loop.state.approval !== undefined)
  keyboard.typed = read.typed
  for (const key of read.keys) {
    if (key.key === 'leave') leave()
    else if (key.key === 'talk') talk()
    else if (key.key === 'answer') loop.give({ in: key.yes ? 'yes' : 'no' })
    else if (key.key === 'line') loop.give({ in: 'typed', text: key.text })
    else if (key.key !== 'typing') loop.give({ in: key.key })
    else screen.state(loop.state, keyboard.typed)
  }
}

/** Keys of a terminal as they are pressed; lines of anything else. The function gives the terminal back. */
function readKeys(take: (chunk: string) => void): () => void {
  const { stdin } = process
  const isTerminal = stdin.isTTY === true
  // A window that was closed: SIGHUP ends the talk; reading, and giving the terminal back, fail with EIO.
  stdin.on('error', () => {})
  if (isTerminal) stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.on('data', take)
  return () => {
    stdin.off('data', take)
    if (isTerminal) stdin.setRawMode(false)
    stdin.pause()
    stdin.unref?.()
  }
}

interface From {
  since: number
  signal: AbortSignal
}

async function showConversation(
  conversation: Conversation,
  screen: VoiceScreen,
  agent: () => string,
  { since, signal }: From,
) {
  try {
    for await (const { at, event } of conversation.follow(0, signal)) if (at >= since) screen.event(event, agent())
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

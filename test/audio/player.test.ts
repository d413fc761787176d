import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPlayer } from '../../src/audio/player.ts'
import type { SpeechError } from '../../src/protocol/speech.ts'
import { programs } from './rig.ts'

/** A player that is these lines of shell; `runs` is how often it was started, `$out` where what it plays may go. */
async function playerOf(script: string) {
  const bin = mkdtempSync(join(tmpdir(), 'player-'))
  onTestFinished(() => rmSync(bin, { recursive: true, force: true }))
  const [log, out] = [join(bin, 'runs'), join(bin, 'out')]
  writeFileSync(join(bin, 'pacat'), `#!/bin/sh\nout=${out}\necho run >> ${log}\nruns=$(wc -l < ${log})\n${script}\n`)
  chmodSync(join(bin, 'pacat'), 0o755)
  const player = await openPlayer({
    env: { PATH: `${bin}:${process.env.PATH}` },
    program: 'pacat',
    speaker: programs.speaker,
    node: process.execPath,
    now: () => performance.now(),
  })
  onTestFinished(() => player.close())
  return {
    player,
    runs: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0),
    bytes: () => (existsSync(out) ? readFileSync(out).length : 0),
  }
}

/** Half a second of a tone, and as much of silence. */
const sound = {
  rate: 8_000,
  samples: Int16Array.from({ length: 8_000 }, (_, i) => (i < 4_000 ? 9_000 * Math.sin(i / 4) : 0)),
}

test('a player that loses its device is followed by another, which plays the rest of every sound, and each begins once', async () => {
  const { player, runs, bytes } = await playerOf(
    'if [ $runs -le 2 ]; then head -c 4000 > /dev/null; exit 1; fi; exec cat > $out',
  )
  let started = 0
  await Promise.all([player.play(sound, () => started++), player.play(sound, () => started++)])
  expect([started, runs()]).toEqual([2, 3])
  expect(bytes()).toBeGreaterThan(16_000)
  expect(bytes()).toBeLessThanOrEqual(32_000)
})

test('where no player can play it is told for every sound, and tried again for the next', async () => {
  const { player, runs } = await playerOf('exit 1')
  const fault = (): Promise<unknown> =>
    player
      .play(sound, () => {})
      .then(
        () => 'played',
        (error: SpeechError) => error.fault,
      )
  expect(await Promise.all([fault(), fault()])).toEqual(['no-speaker', 'no-speaker'])
  const before = runs()
  expect(before).toBe(4)
  expect(await fault()).toBe('no-speaker')
  expect(runs()).toBe(8)
})

test('what is stopped while another player is waited for is not played by it', async () => {
  const { player, runs } = await playerOf('if [ $runs -le 2 ]; then exit 1; fi; exec cat > $out')
  const played = player.play(sound, () => {})
  await expect.poll(runs).toBe(2)
  player.stop()
  await played
  await player.play({ rate: 8_000, samples: sound.samples.subarray(0, 80) }, () => {})
})

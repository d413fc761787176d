// A recorder for node-record-lpcm16 (src/cli/voice-recorder.ts is the file that it loads).
// Its own ones hand out 125–512 ms at a time; these 20 ms (`--latency-msec`, `--period-size` in frames of 1/16,000 s).

export interface RecorderOptions {
  program: 'parec' | 'arecord' | 'sox'
  sampleRate: number
  device?: string
  env: Record<string, string | undefined>
}

const deviceOption = (flag: string, name: string | undefined) => (name ? [flag, name] : [])

/** Command line of a recorder that writes 16-bit mono to its standard output. */
export function recorderCommand({ program, sampleRate, device: name, env }: RecorderOptions): {
  cmd: string
  args: string[]
  spawnOptions: object
} {
  const rate = String(sampleRate)
  const latency = ['--latency-msec=20', '--process-time-msec=10']
  const args = {
    parec: ['--raw', '--format=s16le', `--rate=${rate}`, '--channels=1', ...latency, ...deviceOption('-d', name)],
    arecord: [
      '-q',
      '-r',
      rate,
      '-c',
      '1',
      '-t',
      'raw',
      '-f',
      'S16_LE',
      '--period-size=320',
      '--buffer-size=3200',
      ...deviceOption('-D', name),
    ],
    sox: ['-q', '--buffer', '640', '-d', '-t', 'raw', '-r', rate, '-c', '1', '-b', '16', '-e', 'signed-integer', '-'],
  }[program]
  // Its error messages are parsed, so they must be in English.
  const own = { ...env, LC_ALL: 'C', ...(program === 'sox' && name ? { AUDIODEV: name } : {}) }
  return { cmd: program, args, spawnOptions: { env: own } }
}

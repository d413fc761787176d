// The child process that plays its standard input through `speaker`, which ends its process where there is no sound
// device.
import { playThroughSpeaker } from '../audio/speaker-program.ts'

playThroughSpeaker(process.stdin, Number(process.argv[2]) || 24_000, () => process.exit(3)).catch(() => process.exit(3))

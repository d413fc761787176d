// A process of its own: sets one setting per number and ends.
import { setSetting } from '../../src/config/write.ts'

const [, , path = '', from = '0'] = process.argv
const names = ['askMs', 'toolMs', 'firstByteMs', 'firstByteLocalMs', 'exchangeSoftMs', 'exchangeHardMs']
await setSetting(path, `limits.${names[Number(from)]}`, 1000 + Number(from), new Date())

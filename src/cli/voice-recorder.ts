// What node-record-lpcm16 loads by its path.
export { recorder, recorder as 'module.exports' } from '../audio/recorder.ts'

// Entry that node-record-lpcm16 loads by its path.
export { recorderCommand as recorder, recorderCommand as 'module.exports' } from '../audio/recorder.ts'

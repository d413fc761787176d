export { Hub, type HubOptions, type ServerState } from './hub.ts'

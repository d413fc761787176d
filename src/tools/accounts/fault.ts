import type { NetworkCause } from '../../std/net/network-error.ts'

/** Reasons why an account did not do what was wanted; each has a sentence with what to do. */
export const accountFaults = [
  'auth',
  'noPassword',
  'name',
  'refused',
  'certificate',
  'plain',
  'timeout',
  'network',
  'policy',
  'elsewhere',
  'missing',
  'forbidden',
  'changed',
  'large',
  'costly',
  'server',
  'unreadable',
] as const
export type AccountFault = (typeof accountFaults)[number]

/** The result of asking an account. `detail`: a host, a status or a few words of the server's, for the sentence. */
export type AccountAnswer<T> = { value: T } | { fault: AccountFault; detail?: string }

/** Carries a fault through a library that knows nothing of it. */
export class AccountFaultError extends Error {
  override name = 'AccountFaultError'
  readonly fault: AccountFault
  readonly detail: string | undefined
  constructor(fault: AccountFault, detail?: string) {
    super(fault)
    this.fault = fault
    this.detail = detail
  }
}

/** The fault behind each way in which a network fails. */
export const faultOfNetwork: Record<NetworkCause, AccountFault> = {
  name: 'name',
  refused: 'refused',
  unreachable: 'network',
  certificate: 'certificate',
  proxy: 'network',
  proxyAway: 'network',
  policy: 'policy',
  broken: 'network',
}

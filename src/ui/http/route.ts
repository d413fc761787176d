import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Token } from './tokens.ts'

/** The work of one address. */
export interface HttpRoute {
  methods: readonly string[]
  /** No token is needed. */
  open?: true
  /** The token is in the address, of a program that can send none: such a one opens nothing else. */
  inAddress?: string
  /** It is of no person: a front end need not name one. */
  ofNobody?: true
  run(request: IncomingMessage, response: ServerResponse, token: Token, url: URL): Promise<void>
  /** Answers what went wrong in a form of its own. False: the usual one is meant. */
  failed?(response: ServerResponse, error: unknown): boolean
}

import type { ServerResponse } from 'node:http'
import { type HttpFault, serveMessages } from '../../../messages/commands/serve.ts'
import type { Failure, FailureCode, JsonObject } from '../../../protocol/index.ts'
import { Refused, sendJson, statusOf } from '../responses.ts'

/** The reason for refusing a request in OpenAI's form before anything of it is done. */
export type DoorFault = 'invalid' | 'unsupported' | 'no-model' | 'no-response'

const faults: Record<DoorFault, { status: number; code: string }> = {
  invalid: { status: 400, code: 'invalid_value' },
  unsupported: { status: 400, code: 'unsupported_parameter' },
  'no-model': { status: 404, code: 'model_not_found' },
  'no-response': { status: 404, code: 'not_found' },
}

export class DoorRefused extends Error {
  readonly fault: DoorFault
  readonly param: string | null
  constructor(fault: DoorFault, message: string, param: string | null = null) {
    super(message)
    this.fault = fault
    this.param = param
  }
}

const codes: Partial<Record<HttpFault, string>> = {
  unauthorized: 'invalid_api_key',
  'too-many': 'rate_limit_exceeded',
  closing: 'server_shutting_down',
}

/** An error as OpenAI words it. */
function errorBody(message: string, type: string, code: string | null, param: string | null = null): JsonObject {
  return { error: { message, type, param, code } }
}

/** Answers with a refusal in OpenAI's form. False when it is none. */
export function sendDoorRefusal(response: ServerResponse, error: unknown, language: 'ko' | 'en'): boolean {
  if (error instanceof DoorRefused) {
    const { status, code } = faults[error.fault]
    sendJson(response, status, errorBody(error.message, 'invalid_request_error', code, error.param))
    return true
  }
  if (!(error instanceof Refused)) return false
  const status = statusOf(error)
  const type = status >= 500 ? 'server_error' : status === 429 ? 'rate_limit_error' : 'invalid_request_error'
  const code = codes[error.code] ?? error.code.replaceAll('-', '_')
  sendJson(response, status, errorBody(serveMessages[language].errors[error.code], type, code), error.headers)
  return true
}

/** The HTTP status of a turn's failure: the caller's doing, or ours. */
const failures: Partial<Record<FailureCode, number>> = {
  'bad-input': 400,
  'bad-request': 400,
  overflow: 400,
  refused: 400,
  'rate-limited': 429,
  'no-credit': 429,
  budget: 429,
  busy: 503,
  timeout: 504,
  network: 502,
  server: 502,
}

/** The status of a turn that failed before its first word. */
export function failureStatus({ code }: Failure): number {
  return failures[code] ?? 500
}

/** A failure of a turn as OpenAI words it. */
export function failureBody(failure: Failure, message: string): JsonObject {
  const status = failureStatus(failure)
  const type = status === 429 ? 'rate_limit_error' : status < 500 ? 'invalid_request_error' : 'server_error'
  return errorBody(message, type, failure.code)
}

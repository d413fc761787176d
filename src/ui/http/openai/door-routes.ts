import { failureOf } from '../../../protocol/index.ts'
import { requestOf, sendJson } from '../responses.ts'
import type { HttpRoute } from '../route.ts'
import { type DoorDeps, Doors } from './doors.ts'
import { failureBody, failureStatus, sendDoorRefusal } from './refusals.ts'

type DoorRoute = Pick<HttpRoute, 'methods' | 'run' | 'ofNobody'>

/** The OpenAI-compatible addresses, by path. */
export function doorRoutes(parts: DoorDeps): (path: string) => HttpRoute | undefined {
  const doors = new Doors(parts)
  const failed: HttpRoute['failed'] = (response, error) => {
    if (sendDoorRefusal(response, error, parts.language)) return true
    const failure = failureOf(error)
    sendJson(response, failureStatus(failure), failureBody(failure, parts.failureText(failure, requestOf(response))))
    return true
  }
  const routes: Record<string, DoorRoute> = {
    '/v1/models': { methods: ['GET'], ofNobody: true, run: (_, response) => doors.listModels(response) },
    '/v1/chat/completions': {
      methods: ['POST'],
      run: (request, response, token) => doors.complete(request, response, token),
    },
    '/v1/responses': { methods: ['POST'], run: (request, response, token) => doors.respond(request, response, token) },
    '/v1/conversations': { methods: ['POST'], run: async (_, response) => doors.createConversation(response) },
  }
  const routeUnder = (path: string): DoorRoute | undefined => {
    const [, kind, rest = ''] = /^\/v1\/(models|responses)\/(.+)$/.exec(path) ?? []
    const id = decodePath(rest)
    if (kind === 'models')
      return { methods: ['GET'], ofNobody: true, run: (_, response) => doors.showModel(response, id) }
    if (kind === 'responses')
      return { methods: ['GET'], run: (_, response, token) => doors.showResponse(response, id, token) }
    return undefined
  }
  return (path) => {
    const route = Object.hasOwn(routes, path) ? routes[path] : routeUnder(path)
    return route && { ...route, failed }
  }
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

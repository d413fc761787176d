import { say, scriptedServer } from '../../test/fakes/model-server.ts'
import { cost, node, program } from '../measure.ts'
import type { Row } from '../row.ts'
import { needs, withHome } from '../subject.ts'

/** What "hi" sends to a model on a fresh home: the body as it came over the wire. */
export const request: Row = {
  name: 'request',
  async measure() {
    needs('dist/cli.cjs')
    await using server = await scriptedServer([], { otherwise: say('안녕하세요.') })
    await withHome(server.openai, (env) => cost({ argv: [node, program, '-p', 'hi'], env }))
    const value = Number(server.requests[0]?.headers['content-length'])
    return [{ row: 'request for "hi"', unit: 'bytes', value, limit: { most: 12_288 } }]
  },
}

import type { JsonObject, ModelPart } from '../../protocol/index.ts'
import { TextBuilder } from '../../std/text/text-builder.ts'
import type { ToolNames } from './messages.ts'
import type { StreamingRequest } from './streaming-request.ts'

/** The common state of the replies of all wires. */
export abstract class WireReply {
  protected readonly names: ToolNames
  protected readonly question: StreamingRequest
  protected readonly shown = new TextBuilder()
  /** The model that answers, as the server calls it once it does. */
  protected model: string
  stopped = false
  readonly unreadable = { all: 0, torn: 0 }
  size = 0

  /** Yield the parts of an event. */
  abstract read(event: JsonObject): Iterable<ModelPart>

  /** Yield the parts of a whole answer; most servers send the form of an event. */
  readWhole(document: JsonObject): Iterable<ModelPart> {
    return this.read(document)
  }

  /** Yield the words that are held back until the answer's end; most wires hold none. */
  flush(): Iterable<ModelPart> {
    return []
  }

  constructor(names: ToolNames, question: StreamingRequest) {
    this.names = names
    this.question = question
    this.model = question.model
  }
}

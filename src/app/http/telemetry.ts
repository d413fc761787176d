import { type Context, context, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Envelope, Event, Input } from '../../protocol/index.ts'
import type { Sessions } from '../../ui/http/sessions.ts'

/** Spans of turns, sent over OTLP. */
export interface Telemetry {
  /** The same sessions; each turn is a span, and in it each call of a model, of a tool, and the wait for the store. */
  traceTurns(sessions: Sessions): Sessions
  close(): Promise<void>
}

/** Sends traces to an OTLP/HTTP receiver, by OpenTelemetry's own exporter. What is said is in none of them. */
export function openTelemetry(address: string): Telemetry {
  const url = /\/v1\/traces\/?$/.test(address) ? address : `${address.replace(/\/$/, '')}/v1/traces`
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'assistant' }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = provider.getTracer('assistant')
  return {
    traceTurns: (sessions) => ({
      ...sessions,
      async *turn(conversation, input, signal, wishes) {
        const spans = new TurnSpans(tracer, conversation, input)
        try {
          for await (const envelope of sessions.turn(conversation, input, signal, wishes)) {
            spans.take(envelope)
            yield envelope
          }
        } catch (error) {
          spans.fail(error instanceof Error ? error.name : 'unknown')
          throw error
        } finally {
          spans.end()
        }
      },
    }),
    close: () => provider.shutdown().catch(() => {}),
  }
}

/** The spans of one turn, out of its events. */
class TurnSpans {
  readonly #tracer: Tracer
  readonly #turn: Span
  readonly #inside: Context
  /** Spans that have begun, by what they are of. */
  readonly #open = new Map<string, Span>()

  constructor(tracer: Tracer, conversation: string, { by, request }: Pick<Input, 'by' | 'request'>) {
    this.#tracer = tracer
    const attributes = {
      'assistant.conversation': conversation,
      'assistant.by': by,
      'assistant.request': request ?? '',
    }
    this.#turn = tracer.startSpan('turn', { attributes })
    this.#inside = trace.setSpan(context.active(), this.#turn)
    this.#begin('store', 'store')
  }

  take({ event }: Pick<Envelope, 'event'>): void {
    this.#open.get('store')?.end()
    this.#open.delete('store')
    if (event.type === 'turn.failed') this.fail(event.failure.code)
    if (event.type === 'turn.cancelled') this.#turn.setAttribute('assistant.cancelled', event.by)
    this.#takeCall(event)
  }

  fail(code: string): void {
    this.#turn.setStatus({ code: SpanStatusCode.ERROR, message: code })
  }

  end(): void {
    for (const span of this.#open.values()) span.end()
    this.#turn.end()
  }

  #takeCall(event: Event): void {
    if (event.type === 'model.asked') {
      const { call, provider, model, purpose } = event
      const names = { 'gen_ai.provider.name': provider, 'gen_ai.request.model': model, 'assistant.purpose': purpose }
      this.#begin(`model ${call} ${purpose}`, 'model', names)
    } else if (event.type === 'model.answered') {
      const { call, purpose, usage, firstMs } = event
      const counts = { 'gen_ai.usage.input_tokens': usage.input, 'gen_ai.usage.output_tokens': usage.output }
      this.#end(`model ${call} ${purpose}`, { ...counts, 'assistant.first_ms': firstMs })
    } else if (event.type === 'tool.called') this.#begin(`tool ${event.id}`, 'tool', { 'gen_ai.tool.name': event.name })
    else if (event.type === 'tool.ended') this.#end(`tool ${event.id}`, { 'assistant.outcome': event.outcome })
    else if (event.type === 'step.started') this.#begin(`step ${event.step}`, 'step', { 'assistant.step': event.step })
    else if (event.type === 'step.ended') this.#end(`step ${event.step}`, { 'assistant.ok': event.ok })
  }

  #begin(key: string, name: string, attributes: Record<string, string> = {}): void {
    this.#open.set(key, this.#tracer.startSpan(name, { attributes }, this.#inside))
  }

  #end(key: string, attributes: Record<string, string | number | boolean>): void {
    const span = this.#open.get(key)
    span?.setAttributes(attributes).end()
    this.#open.delete(key)
  }
}

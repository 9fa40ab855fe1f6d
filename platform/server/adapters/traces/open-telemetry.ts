import type { Context as SpanContext, Span as Recorded, SpanOptions } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import { AsyncLocalStorage } from 'node:async_hooks'
import { product } from '@quaff/platform/shared/product'
import { inTime } from '../../in-time'
import type { Logger, Span, SpanBeginning, Tracer } from '../../ports'

/** Limit at shutdown; spans that the collector has not received by then are lost. */
const flushMs = 1_000

/**
 * Loads the library only here, so that a server without a collector never loads it. The library's own variables set
 * target, sampling and name; nothing is registered globally, so other libraries stay untraced.
 */
export async function openTelemetry(
  version: string,
  findLog: () => Logger,
): Promise<{ tracer: Tracer; close(): Promise<void> }> {
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const named = resources.resourceFromAttributes({ 'service.name': product.slug, 'service.version': version })
  const given = resources.detectResources({ detectors: [resources.envDetector] })
  const exporter = tellingExporter(new OTLPTraceExporter(), findLog)
  const provider = new sdk.BasicTracerProvider({
    resource: resources.defaultResource().merge(named).merge(given),
    // Its queue is bounded: what comes while it is full is dropped.
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  })
  const own = provider.getTracer(product.slug, version)
  const current = new AsyncLocalStorage<{ recorded: Recorded; context: SpanContext }>()
  const kinds = {
    server: api.SpanKind.SERVER,
    consumer: api.SpanKind.CONSUMER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  }

  function findRecording(): Recorded | null {
    const recorded = current.getStore()?.recorded
    return recorded?.isRecording() ? recorded : null
  }

  function begin({ name, kind, details, link }: SpanBeginning) {
    const isRoot = kind === 'server' || kind === 'consumer'
    const parent = (isRoot ? undefined : current.getStore()?.context) ?? api.ROOT_CONTEXT
    const linked = link === undefined ? null : readTraceparent(link)
    const options: SpanOptions = {
      kind: kinds[kind],
      attributes: { ...details },
      links: linked ? [{ context: linked }] : [],
    }
    const recorded = own.startSpan(name, options, parent)
    return { recorded, context: api.trace.setSpan(parent, recorded) }
  }

  const spanOf = (recorded: Recorded): Span => ({
    rename: (name) => void recorded.updateName(name),
    note: (details) => void recorded.setAttributes({ ...details }),
    fail: (code) => void recorded.setAttribute('error.type', code).setStatus({ code: api.SpanStatusCode.ERROR }),
  })

  const tracer: Tracer = {
    async span(beginning, work) {
      // Also skips children of a finished span: a live stream continues long after its first byte.
      if (beginning.isPart && !findRecording()) return work(unrecorded)
      const begun = begin(beginning)
      const span = spanOf(begun.recorded)
      try {
        return await current.run(begun, () => work(span))
      } catch (error) {
        span.fail(codeOf(error))
        throw error
      } finally {
        begun.recorded.end()
      }
    },
    traceId() {
      return findRecording()?.spanContext().traceId ?? null
    },
  }
  return {
    tracer,
    close: () =>
      inTime(
        flushMs,
        provider.shutdown().catch(() => undefined),
        () => undefined,
      ),
  }
}

const unrecorded: Span = { rename() {}, note() {}, fail() {} }

/** The W3C's form; anything else is left out. */
function readTraceparent(text: string) {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? []
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}

/** Messages carry values: the code of the driver, or else the class. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? error.cause : error
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

/** Says once that spans are lost and once that they arrive again; the library would say neither. */
function tellingExporter(exporter: SpanExporter, findLog: () => Logger): SpanExporter {
  let isAway = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0
        if (hasFailed && !isAway) findLog().warn('traces_lost', { count: spans.length })
        if (!hasFailed && isAway) findLog().info('traces_arrive_again', { count: spans.length })
        isAway = hasFailed
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}

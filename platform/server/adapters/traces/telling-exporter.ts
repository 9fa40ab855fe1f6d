import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Logger } from '../../ports'

/** Says once that spans are lost and once that they arrive again; the library would say neither. */
export function tellingExporter(exporter: SpanExporter, findLog: () => Logger): SpanExporter {
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

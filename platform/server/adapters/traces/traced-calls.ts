import type { Tracer } from '../../ports'

type Method = (...values: unknown[]) => Promise<unknown>
type Trace = <Port extends object>(area: string, port: Port, methods: readonly (keyof Port & string)[]) => Port

/** Wraps a port so that each call of these methods is a span, such as `mail send`. The span records no arguments. */
export const tracedCalls =
  (tracer: Tracer): Trace =>
  (area, port, methods) => {
    const traced: Record<string, Method> = {}
    const calls: object = port
    for (const method of methods) {
      const own: Method = Reflect.get(calls, method)
      traced[method] = (...values) =>
        tracer.span({ name: `${area} ${method}`, kind: 'client' }, async (span) => {
          const answer = await own.apply(port, values)
          // Ports that return an error instead of throwing: webhooks and the identity provider.
          const error = errorOf(answer)
          if (error) span.fail(error)
          return answer
        })
    }
    return { ...port, ...traced }
  }

export const untraced: Trace = (_, port) => port

function errorOf(answer: unknown) {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return null
  return typeof answer.error === 'string' ? answer.error : null
}

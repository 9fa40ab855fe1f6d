import type { Pool } from 'pg'
import type { Tracer } from '../../ports'
import { labelOf } from './statement-label'

type Query = (config: unknown, ...rest: unknown[]) => unknown

/** Makes a span of each statement of a request or a job, on the connection that sends it. */
export function traceStatements(pool: Pool, tracer: Tracer): void {
  const connect: (...values: unknown[]) => unknown = pool.connect.bind(pool)
  const lend = async () => traceLent((await connect()) as Leased, tracer)
  // A call with a callback comes from pg itself.
  Object.assign(pool, { connect: (...values: unknown[]) => (values.length > 0 ? connect(...values) : lend()) })
}

type Leased = { query: Query; release: (error?: unknown) => void }

function traceLent(client: Leased, tracer: Tracer): Leased {
  const { query, release } = client
  client.query = traced(query.bind(client), tracer)
  client.release = (error) => {
    Object.assign(client, { query, release })
    client.release(error)
  }
  return client
}

function traced(query: Query, tracer: Tracer): Query {
  return (config, ...rest) => {
    const text = textOf(config)
    const isUntraced = text === null || typeof rest.at(-1) === 'function' || tracer.traceId() === null
    if (isUntraced) return query(config, ...rest)
    const { operation, table } = labelOf(text)
    const name = table === null ? operation : `${operation} ${table}`
    const details = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table !== null && { 'db.collection.name': table }),
    }
    return tracer.span({ name, kind: 'client', details, isPart: true }, async () => query(config, ...rest))
  }
}

/** Null for what is no text, such as a cursor: its answer is no promise. */
function textOf(config: unknown): string | null {
  if (typeof config === 'string') return config
  if (typeof config !== 'object' || config === null || 'submit' in config || !('text' in config)) return null
  return typeof config.text === 'string' ? config.text : null
}

import type { Pool } from 'pg'
import type { Tracer } from '../../ports'

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

/** Operation and main table of a statement. Nothing else of the text, which may contain user data. */
type StatementLabel = { operation: string; table: string | null }

const withTable = new Set(['SELECT', 'WITH', 'INSERT', 'UPDATE', 'DELETE', 'LOCK'])
const others = new Set(['BEGIN', 'COMMIT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE', 'SET'])
const firstWord = /^[\s(]*([a-z]+)/i
/** Brackets, quoted text, and keywords that a table follows. */
const marks = /[()]|'[^']*'|\b(?:from|into|update|table)\s+(?:only\s+)?(?:"public"\.)?"?([a-z_][a-z0-9_]{0,62})?\b/gi
/** A column list may be long and contain subselects. */
const lookedAt = 8_000

export function labelOf(text: string): StatementLabel {
  const operation = firstWord.exec(text)?.[1]?.toUpperCase() ?? ''
  if (withTable.has(operation)) return { operation, table: tableOf(text.slice(0, lookedAt)) }
  return { operation: others.has(operation) ? operation : 'OTHER', table: null }
}

/** Returns the first table outside of brackets, or the first of all if there is a subselect in its place. */
function tableOf(text: string): string | null {
  let [depth, first]: [number, string | null] = [0, null]
  for (const [mark, name] of text.matchAll(marks)) {
    if (mark === '(') depth += 1
    else if (mark === ')') depth -= 1
    else if (name && depth <= 0) return name.toLowerCase()
    else if (name) first ??= name.toLowerCase()
  }
  return first
}

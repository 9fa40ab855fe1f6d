import type { Pool } from 'pg'

type Query = (...args: unknown[]) => Promise<unknown>

export type Counted<T> = { result: T; roundTrips: number; statements: string[] }

/**
 * Counts how often a call waits for the database, each begin and commit included. Statements that are sent before the
 * first of them is answered travel together and count once. For the embedded engine, whose pool has one connection.
 */
export async function countRoundTrips(pool: Pool): Promise<{ during<T>(work: () => Promise<T>): Promise<Counted<T>> }> {
  let statements: string[] = []
  let roundTrips = 0
  let unanswered = 0
  const client = await pool.connect()
  const query: Query = client.query.bind(client)
  Object.assign(client, {
    query: (config: unknown, ...rest: unknown[]) => {
      statements.push(textOf(config))
      if (unanswered === 0) roundTrips += 1
      unanswered += 1
      const answered = () => void (unanswered -= 1)
      const result = query(config, ...rest)
      result.then(answered, answered)
      return result
    },
  })
  client.release()
  return {
    async during(work) {
      statements = []
      roundTrips = 0
      const result = await work()
      return { result, roundTrips, statements }
    },
  }
}

const textOf = (config: unknown) =>
  typeof config === 'object' && config !== null && 'text' in config ? String(config.text) : String(config)

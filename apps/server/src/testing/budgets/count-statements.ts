import type { Pool } from 'pg'

type Query = (...args: unknown[]) => unknown

/**
 * Counts what a call sends to the database, each begin and commit included: everything that goes there and back. For the
 * embedded engine, whose pool has one connection.
 */
export async function countStatements(pool: Pool): Promise<{ during<T>(work: () => Promise<T>): Promise<Counted<T>> }> {
  const sent: string[] = []
  const client = await pool.connect()
  const query: Query = client.query.bind(client)
  Object.assign(client, {
    query: (config: unknown, ...rest: unknown[]) => {
      sent.push(textOf(config))
      return query(config, ...rest)
    },
  })
  client.release()
  return {
    async during(work) {
      sent.length = 0
      const result = await work()
      return { result, statements: [...sent] }
    },
  }
}

export type Counted<T> = { result: T; statements: string[] }

const textOf = (config: unknown) =>
  typeof config === 'object' && config !== null && 'text' in config ? String(config.text) : String(config)

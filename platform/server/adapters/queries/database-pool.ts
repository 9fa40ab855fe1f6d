import { Pool, type PoolClient, type QueryResult } from 'pg'
import type { ReadPool, Statement } from '../../reading/batch-reads'
import { NamingClient } from './naming-client'

/** A pool of connections that outlive refused values, and that can send several statements in one round trip. */
export class DatabasePool extends Pool implements ReadPool {
  constructor(...options: ConstructorParameters<typeof Pool>) {
    super(...options)
    const queryAsUsual: (...args: unknown[]) => unknown = this.query.bind(this)
    const query = (...args: unknown[]) => (isStatement(args) ? this.queryOnce(...args) : queryAsUsual(...args))
    Object.assign(this, { query })
  }

  async queryTogether(statements: readonly Statement[]): Promise<PromiseSettledResult<QueryResult>[]> {
    // Behind a pooler each statement may get another connection, which is faster than one after the other.
    if (!this.options.pipeline) return Promise.allSettled(statements.map((statement) => this.query(...statement)))
    const client = await this.connect()
    const results = await sendTogether(client, statements)
    const errors = results.map((result) => (result.status === 'rejected' ? errorOf(client, result.reason) : undefined))
    client.release(errors.find((error) => error !== undefined))
    return results
  }

  private async queryOnce(...statement: Statement): Promise<QueryResult> {
    const client = await this.connect()
    try {
      const result = await client.query(...statement)
      client.release()
      return result
    } catch (error) {
      client.release(errorOf(client, error))
      throw error
    }
  }
}

/** Sends the statements one after the other on a connection without pipelining. */
export async function sendTogether(
  client: PoolClient,
  statements: readonly Statement[],
): Promise<PromiseSettledResult<QueryResult>[]> {
  const sendAll = () => statements.map((statement) => client.query(...statement))
  if (client instanceof NamingClient && client.pipeline) return Promise.allSettled(client.inOneWrite(sendAll))
  if (client.pipeline) return Promise.allSettled(sendAll())
  const results: PromiseSettledResult<QueryResult>[] = []
  for (const statement of statements) results.push(...(await Promise.allSettled([client.query(...statement)])))
  return results
}

/**
 * The error to close the connection with, or undefined to keep it. pg closes it after any error, but one that refused a
 * value or broke a constraint (SQLSTATE 22 and 23) is still good, and callers who send bad values must not use it up.
 */
function errorOf(client: PoolClient, error: unknown) {
  const isRefusal = error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))
  if (isRefusal && client.getTransactionStatus() === 'I') return undefined
  return error instanceof Error ? error : new Error(String(error))
}

/** Other calls pass a callback or a query object. */
function isStatement(args: unknown[]): args is Statement {
  const [query, values, callback] = args
  const isQuery = typeof query === 'string' || (typeof query === 'object' && query !== null && !('submit' in query))
  return isQuery && typeof values !== 'function' && callback === undefined
}

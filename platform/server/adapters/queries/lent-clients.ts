import { NodePgSession } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import { replaceMethod } from './replace-method'

type Session = { client: unknown }
type Transaction = (this: Session, ...values: unknown[]) => Promise<unknown>

/**
 * The library takes a connection and only then begins to watch over it: one that is cut just before `begin` was never
 * given back, and after as many of them as the pool has the process waits for a connection for ever.
 */
export function giveLentClientsBack(): void {
  replaceMethod<Transaction>(NodePgSession.prototype, 'transaction', (own) => {
    const transaction: Transaction = async function (...values) {
      const pool = this.client
      if (!(pool instanceof Pool)) return own.apply(this, values)
      let lent: PoolClient | null = null
      const connect = async () => {
        const client = await pool.connect()
        const release = client.release.bind(client)
        client.release = (fault) => {
          lent = null
          release(fault)
        }
        return (lent = client)
      }
      const client = Object.create(pool, { connect: { value: connect } })
      try {
        return await own.apply(Object.create(this, { client: { value: client } }), values)
      } finally {
        giveBack(lent)
      }
    }
    return transaction
  })
}

/** Nobody knows what it was in the middle of: it is closed, and another one made. */
function giveBack(lent: PoolClient | null): void {
  lent?.release(true)
}

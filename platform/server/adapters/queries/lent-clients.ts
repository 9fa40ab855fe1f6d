import { NodePgSession } from 'drizzle-orm/node-postgres'
import { Pool, type Client, type PoolClient } from 'pg'
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

type Release = (this: Pool, client: Client, listener: unknown, fault?: unknown) => void

/**
 * The library closes a connection after whatever a statement ends with. One that refused a value, or a row that breaks a
 * rule, is as good as before: otherwise whoever sends such values has a connection made for each of them.
 */
export function keepClientsAfterRefusals(): void {
  replaceMethod<Release>(Pool.prototype, '_release', (own) => {
    const release: Release = function (client, listener, fault) {
      own.call(this, client, listener, isOfValues(fault) && client.getTransactionStatus() === 'I' ? undefined : fault)
    }
    return release
  })
}

/** SQLSTATE 22 and 23. */
const isOfValues = (fault: unknown) =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string' && /^2[23]/.test(fault.code)

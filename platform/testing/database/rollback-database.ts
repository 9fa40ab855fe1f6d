import { connectInThread } from '@quaff/platform/server/adapters/pglite/open-pglite'
import { createEngine } from '@quaff/platform/server/adapters/pglite/pglite-engine'
import type { TestDatabase } from '../test-database'
import { embeddedSnapshot } from './embedded-snapshot'
import { emptyTables } from './emptying'
import { keepPlans, PreparingClient } from './preparing-client'

export type RollbackDatabase = TestDatabase & {
  /** From here on `rollBack` with this name undoes all writes, committed or not, any number of times. */
  keep(name: string): Promise<void>
  rollBack(name: string): Promise<void>
}

/**
 * An embedded database for thousands of cases on the same rows: all run in one transaction that is never committed,
 * and transactions of the code are savepoints. Notifications are not sent, and `now()` is constant.
 */
export async function openRollbackDatabase(): Promise<RollbackDatabase> {
  const engine = await createEngine({ folder: null, snapshot: await embeddedSnapshot() })
  const { db, pool, close } = connectInThread(engine, { Client: NestedClient })
  await pool.query(`${keepPlans}; start transaction`)
  return {
    db,
    pool,
    truncate: () => emptyTables(pool),
    keep: async (name) => void (await pool.query(`savepoint ${name}`)),
    rollBack: async (name) => void (await pool.query(`rollback to savepoint ${name}`)),
    async close() {
      await close()
      await engine.close()
    },
  }
}

const nested: [RegExp, string][] = [
  [/^begin\b/i, 'savepoint nested'],
  // Errors of a commit are raised here.
  [/^commit\b/i, 'set constraints all immediate; set constraints all deferred; release savepoint nested'],
  [/^rollback$/i, 'rollback to savepoint nested; release savepoint nested'],
]

class NestedClient extends PreparingClient {
  /** To the code under test no transaction is open: a value that is refused costs no connection here either. */
  override getTransactionStatus = () => 'I' as const

  constructor(...options: ConstructorParameters<typeof PreparingClient>) {
    super(...options)
    const query: (...args: unknown[]) => unknown = this.query.bind(this)
    Object.assign(this, {
      query: (config: string | { text: string }, ...rest: unknown[]) => query(asNested(config), ...rest),
    })
  }
}

function asNested(config: string | { text: string }): string | { text: string } {
  const text = typeof config === 'string' ? config : config.text
  const other = nested.find(([command]) => command.test(text))?.[1]
  return other === undefined ? config : other
}

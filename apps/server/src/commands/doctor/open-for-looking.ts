import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openPglite, type OpenDatabase } from '@quaff/platform/server/adapters/pglite/open-pglite'
import { findLockHolder } from '@quaff/platform/server/adapters/pglite/pglite-lock'
import { openPostgres } from '@quaff/platform/server/adapters/postgres'
import type { Examined } from '../../environment'
import { fail, warn, type Finding } from './check'

/** Without `database` there is nothing to query, and `finding` gives the reason. */
export type Looked = { database: OpenDatabase } | { database: null; finding: Finding }

/** Makes no database where there is none, takes no migration, and leaves a running server alone. */
export async function openForLooking({ settings, errors }: Examined): Promise<Looked> {
  const wrong = errors.filter(({ name }) => name.startsWith('DATABASE_')).map(({ name }) => name)
  if (wrong.length > 0) {
    const advice = 'Correct the database variables, then run this again.'
    return { database: null, finding: fail(`invalid ${wrong.join(' and ')}`, advice) }
  }
  const { database } = settings
  if (database.kind === 'postgres')
    return { database: openPostgres({ connectionString: database.connectionString, pooled: database.pooled, max: 2 }) }
  const refusal = await refuseEmbedded(database.folder)
  return refusal ? { database: null, finding: refusal } : { database: await openPglite(database.folder, () => {}) }
}

async function refuseEmbedded(folder: string): Promise<Finding | null> {
  const data = join(folder, 'data')
  // Opening an incomplete folder would clear and refill it.
  if (!existsSync(join(data, 'PG_VERSION')) || existsSync(`${data}.loading`))
    return warn(`no embedded database in ${folder} yet`, 'New installation: run `npm start`. Otherwise check DATA_DIR.')
  const holder = await findLockHolder(folder)
  if (!holder) return null
  const where = holder.host === null ? '' : ` on ${holder.host}`
  return warn(
    `embedded in ${folder}, in use by process ${holder.pid}${where}; migrations and keys not checked`,
    'None needed. To check everything, stop the server and run this again.',
  )
}

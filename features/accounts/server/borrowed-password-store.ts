import { sql } from 'drizzle-orm'
import type { Queryable } from '@quaff/platform/server/context'
import { borrowedPrefix } from '@quaff/platform/server/passwords/borrowed-hash'
import { users } from './tables'

/** Settings that somebody's password still needs, by their ids; the index holds no other people. */
export async function listNeededHashConfigs(db: Queryable): Promise<string[]> {
  const id = sql<string>`split_part(password_hash, '.', 3)`
  const rows = await db
    .selectDistinct({ id })
    .from(users)
    .where(sql`password_hash like ${sql.raw(`'${borrowedPrefix}%'`)}`)
  return rows.map((row) => row.id)
}

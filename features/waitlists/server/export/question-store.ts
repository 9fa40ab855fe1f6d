import { sql } from 'drizzle-orm'
import type { Queryable } from '@quaff/platform/server/context'
import { waitlistEntries } from '../tables'

const most = 500

/** Every question that somebody of the list answered, by name: the columns of a file. */
export async function listQuestions(db: Queryable, waitlistId: string): Promise<string[]> {
  const { rows } = await db.execute<{ question: string }>(sql`
    select distinct jsonb_object_keys(answers) as question from ${waitlistEntries}
    where waitlist_id = ${waitlistId} order by question limit ${most}`)
  return rows.map(({ question }) => question)
}

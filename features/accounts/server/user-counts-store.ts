import { sql } from 'drizzle-orm'
import type { Services } from '@quaff/platform/server/context'
import { userCounts } from './tables'

/** One row for each role and status again; what is added meanwhile stays beside them. */
export async function compactUserCounts({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.execute(sql`
    with added as (delete from ${userCounts} returning *)
    insert into ${userCounts} (role, status, count)
    select role, status, sum(count) from added group by 1, 2 having sum(count) <> 0`)
}

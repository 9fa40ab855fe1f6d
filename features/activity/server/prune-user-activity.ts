import { type ListExport, requireUser, type Services } from '@quaff/platform/server'
import { userActivityLimits } from '../user-activity-contract'
import { deleteUserActivity, listOldUserActivity, addUserActivity } from './user-activity-store'

const dayMs = 86_400_000
/** Limits rows per run and per statement, so that no lock is held for long. */
const runLimit = 50_000
const batchSize = 1_000

/** Deletes entries older than `keptDays`; the audit log retains the changes. */
export async function pruneUserActivity({ db, clock }: Services) {
  const before = new Date(clock.now().getTime() - userActivityLimits.keptDays * dayMs)
  const ids = await listOldUserActivity(db, before, runLimit)
  for (let start = 0; start < ids.length; start += batchSize)
    await deleteUserActivity(db, ids.slice(start, start + batchSize))
}

/** Records an export among the caller's own activity; `what` names the rows. */
export const exportActivity =
  (what: string): NonNullable<ListExport<never, never>['alsoRecord']> =>
  (ctx, tx, { format, filters, selected }) =>
    addUserActivity(ctx, tx, {
      userId: requireUser(ctx.actor).userId,
      action: 'export',
      details: { what, format, filters, selected: selected ?? undefined },
    })

import { requireUser } from '@quaff/platform/server/authorize'
import type { ListExport } from '@quaff/platform/server/list/export-list'
import { addUserActivity } from './user-activity-store'

/** Records an export among the caller's own activity; `what` names the rows. */
export const exportActivity =
  (what: string): NonNullable<ListExport<never, never>['alsoRecord']> =>
  (ctx, tx, { format, filters, selected }) =>
    addUserActivity(ctx, tx, {
      userId: requireUser(ctx.actor).userId,
      action: 'export',
      details: { what, format, filters, selected: selected ?? undefined },
    })

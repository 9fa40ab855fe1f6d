import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { InvitedTo } from '@quaff/features/accounts/contract'
import { invitedToOf } from '@quaff/features/accounts/rules'
import { pendingInvitations, users } from '@quaff/features/accounts/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import type { Queryable } from '@quaff/platform/server/context'

const inviters = alias(users, 'inviters')

/** Who invites to what, as the mail and the page behind its link say it. */
export async function findInvitedTo(db: Queryable, userId: string): Promise<InvitedTo | null> {
  const [row] = await db
    .select({
      role: pendingInvitations.role,
      inviter: inviters.displayName,
      venues: sql<string[]>`array(
        select ${merchants.name} from ${merchants}
        where ${merchants.id} = any(${pendingInvitations.merchantIds}) order by ${merchants.name}
      )`,
      /** Of a venue that is still to be set up. */
      applied: sql<string | null>`(
        select ${merchantApplications.business} ->> 'name' from ${merchantApplications}
        where ${merchantApplications.userId} = ${pendingInvitations.userId}
        order by ${merchantApplications.createdAt} desc limit 1
      )`,
    })
    .from(pendingInvitations)
    .leftJoin(inviters, eq(inviters.id, pendingInvitations.invitedBy))
    .where(eq(pendingInvitations.userId, userId))
    .limit(1)
  return row ? invitedToOf(row) : null
}

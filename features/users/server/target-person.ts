import { listMerchantIdsOf } from '@quaff/features/accounts/server'
import type { MerchantScope } from '@quaff/features/sessions/server'
import { type Queryable, refuse, staleVersion, type Transaction, type UserActor } from '@quaff/platform/server'
import type { UserAction } from '../access-contract'
import { decideUserAction, type TargetPerson } from '../access-rules'
import { userActionRefusals, userRefusals } from '../refusals'
import { readUserStatus } from '../rules'
import { type AccessContext, findAccessContext, hasOtherAdministrator, type LockedUser, lockUser } from './access-store'

export type Target = { user: LockedUser; details: TargetPerson; merchantIds: string[] }

export type TargetQuery = { userId: string; version?: number }

/**
 * Locks the user of a verb and reads the fields that the rules need. Refuses users outside of `scope` as not found,
 * and a stale `version`.
 */
export async function lockTarget(
  tx: Transaction,
  scope: MerchantScope,
  { userId, version }: TargetQuery,
): Promise<Target> {
  const user = await lockUser(tx, scope, userId)
  if (!user) throw refuse(userRefusals, 'USER')
  if (version !== undefined && user.version !== version)
    throw staleVersion({ type: 'user', id: userId, savedAt: user.updatedAt })
  const merchantIds = await listMerchantIdsOf(tx, userId)
  const details = await findAccessContext(tx, scope, userId)
  if (!details) throw refuse(userRefusals, 'USER')
  const visible = scope.all ? merchantIds : merchantIds.filter((id) => scope.merchantIds.includes(id))
  return {
    user,
    merchantIds,
    details: {
      id: user.id,
      role: user.effectiveRole ?? user.role,
      status: readUserStatus(user.status),
      emailIsPlaceholder: user.emailIsPlaceholder,
      isLastAdministrator: await isLastAdministrator(tx, details),
      ownsMerchant: details.ownsMerchant,
      worksElsewhere: visible.length < merchantIds.length,
      hasApplication: details.hasApplication,
      erasedAt: user.erasedAt,
    },
  }
}

async function isLastAdministrator(db: Queryable, details: AccessContext) {
  return details.isActiveAdministrator && !(await hasOtherAdministrator(db, details.id))
}

export function refuseUnlessPossible(action: UserAction, actor: UserActor, target: Target) {
  const verdict = decideUserAction(action, actor, target.details)
  if (!verdict.ok) throw refuse(userActionRefusals, verdict.reason, action)
}

/** The one of these people who is the last administrator. Only where exactly one is among them can that one be it. */
export async function lastAdministratorAmong(
  db: Queryable,
  people: readonly Pick<AccessContext, 'id' | 'isActiveAdministrator'>[],
): Promise<string | null> {
  const [only, ...more] = people.filter((one) => one.isActiveAdministrator)
  if (!only || more.length > 0) return null
  return (await hasOtherAdministrator(db, only.id)) ? null : only.id
}

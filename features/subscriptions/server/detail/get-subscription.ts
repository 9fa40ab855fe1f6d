import { listStaffNames } from '@quaff/features/accounts/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { shiftDaysIn } from '@quaff/platform/shared/calendar'
import { refuse } from '@quaff/platform/shared/refusal'
import { subscriptionLimits, type SubscriptionIdInput, type SubscriptionRecord } from '../../contract'
import { subscriptionPermissions } from '../../permissions'
import { subscriptionRefusals } from '../../refusals'
import {
  countRecentRedemptions,
  findSubscription,
  listCharges,
  listEvents,
  listPlanNames,
} from './subscription-detail-store'
import { presentSubscriptionRecord } from './subscription-record-presenter'

const redemptionDays = 30

/** One subscription with charges and history. A foreign one is answered as a missing one. */
export async function getSubscription(
  ctx: Context,
  { subscriptionId }: SubscriptionIdInput,
): Promise<SubscriptionRecord> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.list')
  const scope = merchantScope(actor)
  const row = await findSubscription(ctx.db, scope, subscriptionId)
  if (!row) throw refuse(subscriptionRefusals, 'SUBSCRIPTION')
  const since = shiftDaysIn(ctx.settings.timeZone, ctx.clock.now(), -redemptionDays)
  const person = row.user?.id
  const [charges, events, recentRedemptions] = await Promise.all([
    listCharges(ctx.db, scope, row.id, subscriptionLimits.shownCharges),
    listEvents(ctx.db, scope, row.id, subscriptionLimits.shownEvents),
    person === undefined
      ? null
      : countRecentRedemptions(ctx.db, scope, { id: row.id, userId: person, planId: row.planId, since }),
  ])
  const actors = new Set([row.canceledBy, ...events.map(({ actorId }) => actorId)].filter((id) => id !== null))
  const plans = events
    .filter(({ kind }) => kind === 'plan_changed')
    .flatMap(({ details }) => [details['from'], details['to']])
    .filter((id) => typeof id === 'string')
  const [names, planNames] = await Promise.all([
    listStaffNames(ctx.db, [...actors]),
    listPlanNames(ctx.db, scope, [...new Set(plans)]),
  ])
  return presentSubscriptionRecord({ row, events, names, planNames, charges, recentRedemptions }, actor)
}

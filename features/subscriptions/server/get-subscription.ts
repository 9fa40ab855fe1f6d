import { listStaffNames } from '@quaff/features/accounts/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { adminRole, authorize, type Context, refuse, shiftDaysIn, type UserActor } from '@quaff/platform/server'
import {
  type SubscriptionHistoryItem,
  type SubscriptionIdInput,
  subscriptionLimits,
  type SubscriptionRecord,
} from '../contract'
import { scheduledEndOf } from '../ending-rules'
import { historyFromDetails, isPriced } from '../history-rules'
import { subscriptionPermissions } from '../permissions'
import { subscriptionRefusals } from '../refusals'
import { presentSubscriptionRow } from './read-subscriptions'
import {
  countRecentRedemptions,
  findSubscription,
  type FoundSubscription,
  listCharges,
  listEvents,
  listPlanNames,
  type SubscriptionEventRow,
} from './subscription-detail-store'

const redemptionDays = 30

/** Returns a subscription with charges and history. A foreign one is reported as missing. */
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

type Recorded = {
  row: FoundSubscription
  events: readonly SubscriptionEventRow[]
  names: ReadonlyMap<string, string>
  planNames: ReadonlyMap<string, string>
  charges: SubscriptionRecord['charges']
  recentRedemptions: number | null
}

/** Lists every returned field by name. Only administrators see who acted and why. */
function presentSubscriptionRecord(recorded: Recorded, reader: UserActor): SubscriptionRecord {
  const { row, events, names } = recorded
  const isAdministrator = reader.role === adminRole
  const nameOf = (id: string | null) => (isAdministrator && id !== null ? (names.get(id) ?? 'Unknown') : null)
  const written = events.map((event): SubscriptionHistoryItem => ({
    id: event.id,
    kind: event.kind,
    at: event.at,
    by: nameOf(event.actorId),
    details: withPlanNames(event, isAdministrator ? event.details : withoutReason(event.details), recorded.planNames),
  }))
  const existing = historyFromDetails({ ...row, endsAt: scheduledEndOf(row) }).map((item) => ({
    ...item,
    by: item.kind === 'started' ? null : nameOf(row.canceledBy),
  }))
  return {
    ...presentSubscriptionRow(row, reader),
    isPriced: isPriced(row),
    charges: recorded.charges.map(
      ({ periodStart, periodEnd, amount, listAmount, corrected, currency, recordedAt, hold }) => ({
        periodStart,
        periodEnd,
        amount,
        listAmount: listAmount === amount ? null : listAmount,
        corrected,
        hold,
        currency,
        recordedAt,
      }),
    ),
    chargeCount: row.chargeCount,
    history: written.length > 0 ? written : existing,
    isHistoryRecorded: written.length > 0,
    recentRedemptions: recorded.recentRedemptions,
  }
}

function withoutReason(details: SubscriptionEventRow['details']): SubscriptionEventRow['details'] {
  return Object.fromEntries(Object.entries(details).filter(([name]) => name !== 'reason'))
}

function withPlanNames(
  { kind }: SubscriptionEventRow,
  details: SubscriptionEventRow['details'],
  names: ReadonlyMap<string, string>,
): SubscriptionEventRow['details'] {
  if (kind !== 'plan_changed') return details
  const nameOf = (id: string | number | null | undefined) => names.get(String(id)) || 'Unknown Plan'
  return { ...details, from: nameOf(details['from']), to: nameOf(details['to']) }
}

import type { UserActor } from '@quaff/platform/server/actor'
import { adminRole } from '@quaff/platform/shared/product'
import type { SubscriptionHistoryItem, SubscriptionRecord } from '../../contract'
import { scheduledEndOf } from '../../ending/rules'
import { historyFromFacts, isPriced } from '../../history/rules'
import { presentSubscriptionRow } from '../list/subscription-row-presenter'
import type { FoundSubscription, SubscriptionEventRow } from './subscription-detail-store'

type Recorded = {
  row: FoundSubscription
  events: readonly SubscriptionEventRow[]
  names: ReadonlyMap<string, string>
  planNames: ReadonlyMap<string, string>
  charges: SubscriptionRecord['charges']
  recentRedemptions: number | null
}

/** Every field that leaves the server, by name. Who acted and why is between administrators. */
export function presentSubscriptionRecord(recorded: Recorded, reader: UserActor): SubscriptionRecord {
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
  const known = historyFromFacts({ ...row, endsAt: scheduledEndOf(row) }).map((item) => ({
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
    history: written.length > 0 ? written : known,
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

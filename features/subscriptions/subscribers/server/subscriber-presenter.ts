import type { UserActor } from '@quaff/platform/server/actor'
import { adminRole } from '@quaff/platform/shared/product'
import type { Subscriber } from '../../contract'
import { scheduledEndOf } from '../../ending/rules'
import { maskName, resolvePrice } from '../../rules'
import type { SubscriberFacts } from './subscriber-store'

/** Every field that leaves the server, by name; who the person is depends on who reads. */
export function presentSubscriber(row: SubscriberFacts, reader: UserActor): Subscriber {
  const price = resolvePrice(row)
  return {
    subscriptionId: row.id,
    merchantId: row.merchantId,
    ...presentPerson(row.user, reader),
    planId: row.planId,
    planName: row.planName ?? 'Unknown Plan',
    status: row.status,
    amount: price.amountMinor,
    currency: price.currency,
    interval: price.interval,
    intervalCount: price.intervalCount,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    currentPeriodStart: row.currentPeriodStart,
    currentPeriodEnd: row.currentPeriodEnd,
    endsAt: scheduledEndOf(row),
  }
}

/** In full for administrators, as "Ana P." for everybody else. */
export function presentPerson(
  user: SubscriberFacts['user'],
  reader: UserActor,
): Pick<Subscriber, 'subscriberName' | 'email' | 'userId'> {
  if (reader.role !== adminRole)
    return { subscriberName: maskName(user?.displayName ?? null), email: null, userId: null }
  const email = user && !user.emailIsPlaceholder ? user.email : null
  return { subscriberName: user?.displayName ?? null, email, userId: user?.id ?? null }
}

import type { SubscriptionListRow } from '../contract'

/** Whose account is gone, or has no name, is a subscriber still. */
export function subscriberNameOf({ subscriberName, email }: Pick<SubscriptionListRow, 'subscriberName' | 'email'>) {
  return subscriberName ?? email ?? 'Subscriber'
}

import type { SubscriptionListRow } from '../contract'

/** Returns "Subscriber" if the account is deleted or has no name. */
export function subscriberNameOf({ subscriberName, email }: Pick<SubscriptionListRow, 'subscriberName' | 'email'>) {
  return subscriberName ?? email ?? 'Subscriber'
}

import { readableEmail } from '@quaff/platform/shared/email-address'
import type { SubscriptionListRow } from '../contract'

type NamedRow = Pick<SubscriptionListRow, 'subscriberName' | 'email'>

/** Returns "Subscriber" if the account is deleted or has no name. */
export function subscriberNameOf({ subscriberName, email }: NamedRow) {
  return subscriberName ?? (email === null ? 'Subscriber' : readableEmail(email))
}

/** Returns the email below the name, unless it is the name. */
export function subscriberCaptionOf(row: NamedRow): string | undefined {
  const email = row.email && readableEmail(row.email)
  return email && email !== subscriberNameOf(row) ? email : undefined
}

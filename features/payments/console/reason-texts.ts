import type { AsideReason } from '../contract'

/** What happened, and what to do about it. */
export const reasonTexts: Record<AsideReason, string> = {
  UNKNOWN_MERCHANT: 'Unknown merchant',
  UNKNOWN_PLAN: 'Unknown plan',
  UNKNOWN_PERSON: 'Unknown customer',
  UNKNOWN_SUBSCRIPTION: 'Its subscription isn’t here yet',
  FOREIGN_MERCHANT: 'The subscription belongs to another merchant',
  FOREIGN_CURRENCY: 'The plan has no price in its currency',
  UNKNOWN_PAYMENT: 'Refund or dispute of a payment that no invoice has named yet',
  REFUND_CURRENCY: 'The refund is in another currency than its charge',
  NO_SINGLE_AMOUNT: 'No single amount: usage, tiers or several intervals',
  FRACTION: 'The amount has more decimals than its currency: correct it at the provider, then dismiss this event',
  ERASED_PERSON: 'The user was erased here and is still billed: cancel it at the provider',
  UNREADABLE: 'Unreadable',
}

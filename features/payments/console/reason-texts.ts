import type { AsideReason } from '../contract'

/** What happened, and what to do about it. */
export const reasonTexts: Record<AsideReason, string> = {
  UNKNOWN_MERCHANT: 'Names no merchant that is here',
  UNKNOWN_PLAN: 'Names no plan of its merchant',
  UNKNOWN_PERSON: 'Names no person who is here',
  UNKNOWN_SUBSCRIPTION: 'Its subscription has not been told of yet',
  FOREIGN_MERCHANT: 'The subscription is another merchant’s here',
  FOREIGN_CURRENCY: 'The plan has no price in its currency',
  UNKNOWN_PAYMENT: 'Refund or dispute of a payment that no invoice has named yet',
  REFUND_CURRENCY: 'The refund is in another currency than its charge',
  NO_SINGLE_AMOUNT: 'No single amount: usage, tiers or several rhythms',
  FRACTION: 'The amount has more decimals than its currency: correct it at the provider, then dismiss this event',
  ERASED_PERSON: 'The person was erased here and is still billed: cancel it at the provider',
  UNREADABLE: 'Cannot be read',
}

import { analyticsAmounts } from '@quaff/features/analytics/server'
import { paymentAmounts } from '@quaff/features/payments/server'
import { payoutAmounts } from '@quaff/features/payouts/server'
import { planAmounts } from '@quaff/features/plans/server'
import { refundAmounts } from '@quaff/features/refunds/server'
import { subscriptionAmounts } from '@quaff/features/subscriptions/server'
import type { AmountTable } from '@quaff/platform/server/amounts'

/** Every stored amount but those of the audit log, which says what was written then. */
export const amountTables: readonly AmountTable[] = [
  ...planAmounts,
  ...subscriptionAmounts,
  ...payoutAmounts,
  ...refundAmounts,
  ...paymentAmounts,
  ...analyticsAmounts,
]

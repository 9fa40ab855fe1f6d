import type { ComponentType } from 'react'

/** What payouts draw inside Billing: given by the app, since bank details know nothing of payouts. */
export interface BillingParts {
  Summary: ComponentType<{ merchantId: string }>
  Statements: ComponentType<{ merchantId: string }>
}

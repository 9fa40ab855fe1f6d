import type { BillingParts } from '@quaff/features/banking/console/billing-page'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { Panel } from '@quaff/platform/console/display/panel'

/** What payouts draw inside Billing, each in the shape of what comes until its code is there. */
export const billingParts: BillingParts = {
  Summary: deferred(
    async () => (await import('@quaff/features/payouts/console/payout-summary-widget')).PayoutSummaryPanel,
    <Panel title="Payout summary" loading />,
  ),
  Statements: deferred(
    async () => (await import('@quaff/features/payouts/console/statements-widget')).StatementsPanel,
    <Panel title="Statements" loading />,
  ),
}

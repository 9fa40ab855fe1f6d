import { createFileRoute } from '@tanstack/react-router'
import { BillingPage } from '@quaff/features/banking/console/billing-page'
import { SetupBar } from '@quaff/features/onboarding/console/setup-bar-widget'
import { pageAccess } from '../../../frame/route-access'
import { billingParts } from '../../../page-parts'

export const Route = createFileRoute('/_dashboard/settings/billing')({
  staticData: { title: 'Billing', access: pageAccess['/settings/billing'] },
  component: function BillingRoute() {
    return (
      <>
        <SetupBar />
        <BillingPage parts={billingParts} />
      </>
    )
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { RedemptionPage } from '@quaff/features/redemptions/console/redemption-page'
import { pageAccess } from '../../frame/route-access'
import { validateUsageSearch } from '../../frame/usage-search'
import { useUrlSearch } from '../../frame/use-url-search'
import { redemptionTabs } from '../../page-parts'

export const Route = createFileRoute('/_dashboard/redemptions')({
  staticData: { title: 'Usage & Redemptions', access: pageAccess['/redemptions'] },
  validateSearch: validateUsageSearch,
  component: function RedemptionsRoute() {
    return <RedemptionPage search={Route.useSearch()} onSearch={useUrlSearch()} tabs={redemptionTabs} />
  },
})

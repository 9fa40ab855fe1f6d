import { createFileRoute } from '@tanstack/react-router'
import { SetupBar } from '@quaff/features/onboarding/console/setup-bar-widget'
import { PlanListPage, planListReads } from '@quaff/features/plans/console/plan-list-page'
import { planSearch } from '@quaff/features/plans/console/plan-search-widget'
import { readAhead } from '../../frame/read-ahead'
import { pageAccess } from '../../frame/route-access'
import { useUrlSearch } from '../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/plans/')({
  staticData: { title: 'Plans & Pricing', access: pageAccess['/plans'] },
  validateSearch: planSearch.read,
  loader: readAhead(planSearch, planListReads),
  component: function PlansRoute() {
    return (
      <>
        <SetupBar />
        <PlanListPage search={Route.useSearch()} onSearch={useUrlSearch()} />
      </>
    )
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { statementSearch } from '@quaff/features/payouts/console/payout-search-widget'
import { StatementPage } from '@quaff/features/payouts/statement/console/statement-page'
import { pageAccess } from '../../frame/route-access'

export const Route = createFileRoute('/_dashboard/payouts/statement')({
  staticData: { title: 'Payout statement', access: pageAccess['/payouts/statement'] },
  validateSearch: statementSearch.read,
  component: function StatementRoute() {
    return <StatementPage search={Route.useSearch()} />
  },
})

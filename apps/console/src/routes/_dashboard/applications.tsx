import { createFileRoute } from '@tanstack/react-router'
import { ApplicationsPage } from '@quaff/features/signup/console/applications-page'
import { applicationsSearch } from '@quaff/features/signup/console/applications-search-widget'
import { pageAccess } from '../../frame/route-access'
import { useUrlSearch } from '../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/applications')({
  staticData: { title: 'Applications', access: pageAccess['/applications'] },
  validateSearch: applicationsSearch.read,
  component: function ApplicationsRoute() {
    return <ApplicationsPage search={Route.useSearch()} onSearch={useUrlSearch()} />
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { waitlistSearch } from '@quaff/features/waitlists/console/waitlist-search-widget'
import { waitlistReads, WaitlistsPage } from '@quaff/features/waitlists/console/waitlists-page'
import { readAhead } from '../../frame/read-ahead'
import { pageAccess } from '../../frame/route-access'
import { useUrlSearch } from '../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/waitlists')({
  staticData: { title: 'Waitlists', access: pageAccess['/waitlists'] },
  validateSearch: waitlistSearch.read,
  loader: readAhead(waitlistSearch, waitlistReads),
  component: function WaitlistsRoute() {
    return <WaitlistsPage search={Route.useSearch()} onSearch={useUrlSearch()} />
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { LocationListPage, locationListReads } from '@quaff/features/locations/console/location-list-page'
import { locationSearch } from '@quaff/features/locations/console/location-search-widget'
import { SetupBar } from '@quaff/features/onboarding/console/setup-bar-widget'
import { readAhead } from '../../frame/read-ahead'
import { pageAccess } from '../../frame/route-access'
import { useUrlSearch } from '../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/locations')({
  staticData: { title: 'Locations', access: pageAccess['/locations'] },
  validateSearch: locationSearch.read,
  loader: readAhead(locationSearch, locationListReads),
  component: function LocationsRoute() {
    return (
      <>
        <SetupBar />
        <LocationListPage search={Route.useSearch()} onSearch={useUrlSearch()} />
      </>
    )
  },
})

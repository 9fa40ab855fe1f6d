import { createFileRoute } from '@tanstack/react-router'
import { UserListPage, userListReads } from '@quaff/features/users/console/user-list-page'
import { userSearch } from '@quaff/features/users/console/user-search-widget'
import { readAhead } from '../../frame/read-ahead'
import { pageAccess } from '../../frame/route-access'
import { useUrlSearch } from '../../frame/use-url-search'
import { personSheetParts } from '../../page-parts'

export const Route = createFileRoute('/_dashboard/users')({
  staticData: { title: 'Users', access: pageAccess['/users'] },
  validateSearch: userSearch.read,
  loader: readAhead(userSearch, userListReads),
  component: function UsersRoute() {
    return <UserListPage search={Route.useSearch()} onSearch={useUrlSearch()} parts={personSheetParts} />
  },
})

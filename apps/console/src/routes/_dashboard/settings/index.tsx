import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '@quaff/features/settings/console/settings-page'
import { settingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { pageAccess } from '../../../frame/route-access'
import { useUrlSearch } from '../../../frame/use-url-search'
import { settingsParts } from '../../../page-parts'

export const Route = createFileRoute('/_dashboard/settings/')({
  staticData: { title: 'Settings', access: pageAccess['/settings'] },
  validateSearch: settingsSearch.read,
  component: function SettingsRoute() {
    return <SettingsPage search={Route.useSearch()} onSearch={useUrlSearch()} parts={settingsParts} />
  },
})

import { settingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { defineList } from '@quaff/platform/console/list/record/list-definition'
import { FirstImport } from './first-import-section'
import { importColumns } from './import-columns'
import { importsApi } from './imports-queries'

export const importList = defineList<{ timeZone: string }>()({
  name: 'Imports',
  columnsName: () => 'imports',
  search: settingsSearch,
  filters: {},
  api: importsApi.list,
  staleTime: 0,
  filter: () => ({}),
  input: (_filter, page) => page,
  columns: ({ timeZone }) => importColumns(timeZone),
  rowId: ({ id }) => id,
  rowLabel: ({ source }) => source,
  rowHref: ({ id }) => `?tab=import&run=${encodeURIComponent(id)}`,
  caption: () => 'Imports, newest first',
  note: () => 'Newest first',
  skeletonRows: 4,
  empty: (_search, _facts, _onSearch, action) => <FirstImport action={action} />,
})

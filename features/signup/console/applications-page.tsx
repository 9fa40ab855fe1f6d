import { IconBuildingStore } from '@tabler/icons-react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { defineList, statusTabs } from '@quaff/platform/console/list/list-definition'
import { EmptyState, EmptyTab } from '@quaff/platform/console/list/list-states'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { type ChangeSearch, filterOf } from '@quaff/platform/console/list/search-values'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { signupFilters, signupStatuses } from '../contract'
import { type ApplicationsSearch, applicationsSearch } from './applications-search-widget'
import { reviewStatusMeta } from './decision-dialog-widget'
import { signupApi } from './signup-queries'
import { signupColumns, SignupSheet } from './signup-sheet'

interface ApplicationsPageProps {
  search: ApplicationsSearch
  onSearch: ChangeSearch<ApplicationsSearch>
}

export function ApplicationsPage({ search, onSearch }: ApplicationsPageProps) {
  const list = useRecordList(signupList, { search, onSearch, details: { timeZone: useTimeZone() } })
  return (
    <div className="q-stack-loose">
      <PageHeader title="Applications" description="From the partner pages" />
      <RecordList list={list} selectable={false} />
      <SignupSheet {...list.sheet} />
    </div>
  )
}

export const signupList = defineList<{ timeZone: string }>()({
  name: 'Applications',
  columnsName: () => 'applications',
  search: applicationsSearch,
  filters: signupFilters,
  api: signupApi.list,
  filter: (search, { timeZone }) => filterOf(signupFilters, search, timeZone),
  input: (filter, range) => ({ ...filter, ...range }),
  find: () => ({ placeholder: 'Search business, contact, email, reference', label: 'Search applications' }),
  tabs: statusTabs('Status', reviewStatusMeta, signupStatuses),
  columns: ({ timeZone }) => signupColumns(timeZone),
  rowId: (row) => row.id,
  rowLabel: ({ businessName }) => businessName,
  rowHref: (row) => `/applications?id=${row.id}`,
  caption: () => 'Partner applications',
  note: () => 'Newest first',
  empty: ({ status }) =>
    status ? (
      <EmptyTab icon={IconBuildingStore} items="applications" meta={reviewStatusMeta[status]} />
    ) : (
      <EmptyState
        icon={IconBuildingStore}
        title="No applications yet"
        text="Applications from the partner pages appear here."
        action={<ButtonLink to="/partners">Open partner page</ButtonLink>}
      />
    ),
})

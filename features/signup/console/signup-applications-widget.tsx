import { IconBuildingStore } from '@tabler/icons-react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { defineList, statusTabs } from '@quaff/platform/console/list/list-definition'
import { EmptyState, EmptyTab } from '@quaff/platform/console/list/list-states'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { type ChangeSearch, filterOf, searchOf, type SearchOf } from '@quaff/platform/console/list/search-values'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { id, page } from '@quaff/platform/shared/fields/fields'
import { signupFilters, signupStatuses } from '../contract'
import { reviewStatusMeta } from './review-status-pill-widget'
import { signupApi } from './signup-queries'
import { signupColumns, SignupSheet } from './signup-sheet'

interface SignupApplicationsProps {
  search: ApplicationsSearch
  onSearch: ChangeSearch<ApplicationsSearch>
}

/** Applications of the partner pages, newest first. */
export function SignupApplications({ search, onSearch }: SignupApplicationsProps) {
  const list = useRecordList(signupList, { search, onSearch, details: { timeZone: useTimeZone() } })
  return (
    <>
      <RecordList list={list} selectable={false} />
      <SignupSheet {...list.sheet} />
    </>
  )
}

/** The part of the page's address that this list lives in. */
const applicationsSearch = searchOf({ ...signupFilters, id: id(), page: page() })
export type ApplicationsSearch = SearchOf<typeof applicationsSearch>

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
  rowHref: (row) => `/merchant-signup-forms?tab=applications&id=${row.id}`,
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
      />
    ),
})

import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import type { ChangeSearch } from '@quaff/platform/console/list/filters/search-values'
import { RecordList } from '@quaff/platform/console/list/record/record-list'
import { useRecordList } from '@quaff/platform/console/list/record/use-record-list'
import { signupList, type ApplicationsSearch } from './signup-list'
import { SignupSheet } from './signup-sheet'

interface SignupApplicationsProps {
  search: ApplicationsSearch
  onSearch: ChangeSearch<ApplicationsSearch>
}

/** What came in by the partner pages, newest first. */
export function SignupApplications({ search, onSearch }: SignupApplicationsProps) {
  const list = useRecordList(signupList, { search, onSearch, facts: { timeZone: useTimeZone() } })
  return (
    <>
      <RecordList list={list} selectable={false} />
      <SignupSheet {...list.sheet} />
    </>
  )
}

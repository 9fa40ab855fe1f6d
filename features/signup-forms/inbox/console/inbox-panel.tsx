import { useQuery } from '@tanstack/react-query'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { RecordList } from '@quaff/platform/console/list/record/record-list'
import { useRecordList } from '@quaff/platform/console/list/record/use-record-list'
import { formsApi } from '../../console/signup-forms-queries'
import type { OnSignupFormsSearch, SignupFormsSearch } from '../../console/signup-forms-search-widget'
import { submissionList } from './submission-list'
import { SubmissionSheet } from './submission-sheet'

export function InboxPanel({ search, onSearch }: { search: SignupFormsSearch; onSearch: OnSignupFormsSearch }) {
  const list = useRecordList(submissionList, { search, onSearch, facts: { timeZone: useTimeZone() } })
  const { formId } = list.filter
  const counts = useQuery(formsApi.submissionCounts.queryOptions({ input: { ...(formId && { formId }) } }))
  return (
    <>
      <RecordList list={list} counts={counts.data} countedBy={['form']} selectable={false} />
      <SubmissionSheet {...list.sheet} />
    </>
  )
}

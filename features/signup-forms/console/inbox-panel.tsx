import { IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { reviewColumns, reviewStatusMeta } from '@quaff/features/signup/console/decision-dialog-widget'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { withoutAbsent } from '@quaff/platform/console/list/search-values'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { type SubmissionFilter, submissionFilters, type SubmissionRow, submissionStatuses } from '../contract'
import { formsApi } from './signup-forms-queries'
import { type OnSignupFormsSearch, type SignupFormsSearch, signupFormsSearch } from './signup-forms-search-widget'
import { AddressPill, SubmissionSheet } from './submission-sheet'

export function InboxPanel({ search, onSearch }: { search: SignupFormsSearch; onSearch: OnSignupFormsSearch }) {
  const list = useRecordList(submissionList, { search, onSearch, details: { timeZone: useTimeZone() } })
  return (
    <>
      <RecordList list={list} selectable={false} />
      <SubmissionSheet {...list.sheet} />
    </>
  )
}

export const submissionList = defineList<{ timeZone: string }>()({
  name: 'Submissions',
  columnsName: () => 'submissions',
  search: signupFormsSearch,
  filters: submissionFilters,
  api: formsApi.submissions,
  filter: ({ form, status, q }): SubmissionFilter => withoutAbsent({ formId: form, status, q }),
  input: (filter, page) => ({ ...filter, ...page }),
  find: () => ({ placeholder: 'Name or email', label: 'Search submissions' }),
  useChips: ({ form }) => {
    const forms = useQuery(formsApi.list.queryOptions({ input: { limit: pageLimits.maxSize } }))
    const rows = forms.data?.rows ?? []
    const isListed = form === undefined || rows.some(({ id }) => id === form)
    // Loads the name of a form that is not among the newest.
    const other = useQuery(
      formsApi.get.queryOptions({ input: { formId: form ?? '' }, enabled: forms.isSuccess && !isListed }),
    )
    const options = [...rows, ...(other.data ? [other.data] : [])].map(({ id, name }) => ({ value: id, label: name }))
    const statuses = submissionStatuses.map((value) => ({ value, label: reviewStatusMeta[value].label }))
    return { formId: null, status: { label: 'Status', options: statuses }, form: { label: 'Form', options } }
  },
  columns: ({ timeZone }) => submissionColumns(timeZone),
  rowId: ({ id }) => id,
  rowLabel: ({ businessName }) => businessName,
  rowHref: ({ id }) => `/merchant-signup-forms?tab=submissions&id=${id}`,
  // The columns are one form's questions, so an export needs a chosen form.
  export: {
    path: '/api/files/submissions-export',
    selected: 0,
    body: ({ formId, status }) => withoutAbsent({ formId, status }),
    obstacle: ({ form }) => (form === undefined ? 'Choose a form first. Each question becomes a column.' : undefined),
  },
  note: () => 'Newest first',
  empty: () => (
    <EmptyState
      icon={IconInbox}
      title="No submissions yet"
      text="Publish a form and share its link to get submissions."
      action={<ButtonLink to="/merchant-signup-forms">View forms</ButtonLink>}
    />
  ),
})

const submissionColumns = (timeZone: string) =>
  reviewColumns<SubmissionRow>(
    [
      { id: 'address', header: 'Email', card: 'fact', cell: (row) => <AddressPill isProved={row.isProved} /> },
      { id: 'form', header: 'Form', card: 'fact', cell: (row) => row.formName },
    ],
    { id: 'submitted', header: 'Submitted', at: ({ submittedAt }) => submittedAt },
    timeZone,
  )

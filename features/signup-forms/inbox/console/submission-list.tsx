import { IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { reviewLooks } from '@quaff/features/signup/console/review-status-pill-widget'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState, EmptyTab } from '@quaff/platform/console/list/list-states'
import { defineList, statusTabs } from '@quaff/platform/console/list/record/list-definition'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { formsApi } from '../../console/signup-forms-queries'
import { signupFormsSearch } from '../../console/signup-forms-search-widget'
import type { SubmissionFilter } from '../contract'
import { submissionFilters } from '../filter/contract'
import { submissionStatuses } from '../rules'
import { submissionColumns } from './submission-columns'

export const submissionList = defineList<{ timeZone: string }>()({
  name: 'Submissions',
  columnsName: () => 'submissions',
  search: signupFormsSearch,
  filters: submissionFilters,
  api: formsApi.submissions,
  filter: ({ form, status, q }): SubmissionFilter => withoutAbsent({ formId: form, status, q }),
  input: (filter, page) => ({ ...filter, ...page }),
  find: () => ({ placeholder: 'Search business, email, reference', label: 'Search submissions' }),
  tabs: statusTabs('Status', reviewLooks, submissionStatuses, 'submitted'),
  useChips: ({ form }) => {
    const forms = useQuery(formsApi.list.queryOptions({ input: { limit: pageLimits.maxSize } }))
    const rows = forms.data?.rows ?? []
    const isListed = form === undefined || rows.some(({ id }) => id === form)
    // One that is not among the newest still has a name.
    const other = useQuery(
      formsApi.get.queryOptions({ input: { formId: form ?? '' }, enabled: forms.isSuccess && !isListed }),
    )
    const options = [...rows, ...(other.data ? [other.data] : [])].map(({ id, name }) => ({ value: id, label: name }))
    return { formId: null, status: null, form: { label: 'Form', options } }
  },
  columns: ({ timeZone }) => submissionColumns(timeZone),
  rowId: ({ id }) => id,
  rowLabel: ({ businessName }) => businessName,
  rowHref: ({ id }) => `/merchant-signup-forms?tab=submissions&id=${id}`,
  // Each question of the form is a column, so it is one form's at a time.
  export: {
    path: '/api/files/submissions-export',
    selected: 0,
    body: ({ formId, status }) => withoutAbsent({ formId, status }),
    obstacle: ({ form }) => (form === undefined ? 'Choose a form first. Each question becomes a column.' : undefined),
  },
  note: () => 'Newest first',
  empty: ({ status }) =>
    status ? (
      <EmptyTab icon={IconInbox} items="submissions" look={reviewLooks[status]} />
    ) : (
      <EmptyState
        icon={IconInbox}
        title="No submissions yet"
        text="Publish a form and share its link to get submissions."
      />
    ),
})

import { IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { reviewLooks } from '@quaff/features/signup/console/review/review-status-pill-widget'
import { DataTable } from '@quaff/platform/console/list/data-table'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { ListResult } from '@quaff/platform/console/list/paging/list-result'
import { formsApi } from '../signup-forms-queries'
import type { OnSignupFormsSearch, SignupFormsSearch } from '../signup-forms-search-widget'
import { InboxToolbar } from './inbox-toolbar'
import { submissionColumns } from './submission-columns'
import { SubmissionSheet } from './submission-sheet'
import { submissionFilterOf, useInbox } from './use-inbox'

interface InboxPanelProps {
  search: SignupFormsSearch
  onSearch: OnSignupFormsSearch
}

export function InboxPanel({ search, onSearch }: InboxPanelProps) {
  const timeZone = useTimeZone()
  const { status, form, q, id } = search
  const { list, pages } = useInbox(search)
  const counts = useQuery(formsApi.submissionCounts.queryOptions({ input: { ...(form && { formId: form }) } }))
  const tabs = [
    { id: 'all', label: 'All', count: counts.data?.all },
    { id: 'submitted', label: reviewLooks.submitted.label, count: counts.data?.submitted, tone: 'warn' },
    { id: 'approved', label: reviewLooks.approved.label, count: counts.data?.approved },
    { id: 'rejected', label: reviewLooks.rejected.label, count: counts.data?.rejected },
  ] as const
  return (
    <div className="q-list-head">
      <ListTabs
        label="Status"
        tabs={tabs}
        value={status ?? 'all'}
        onChange={(next) => onSearch({ status: next === 'all' ? undefined : next, page: undefined })}
      />
      <InboxToolbar search={search} total={counts.data?.[status ?? 'all']} onSearch={onSearch} />
      <ListResult
        name="Submissions"
        query={list}
        pages={pages}
        search={q}
        filterCount={Object.keys(submissionFilterOf({ form, status })).length}
        onClear={() => onSearch({ form: undefined, status: undefined, q: undefined, page: undefined })}
        onLoadMore={(page) => onSearch({ page }, { replace: true })}
        empty={
          <EmptyState
            icon={IconInbox}
            title="No submissions yet"
            text="What venues send through your forms appears here. Publish a form and share its link."
          />
        }
      >
        {(footer) => (
          <DataTable
            caption="Submissions"
            columns={submissionColumns(timeZone)}
            rows={pages.rows}
            rowId={(row) => row.id}
            rowLabel={(row) => row.businessName}
            rowHref={(row) => `/merchant-signup-forms?tab=submissions&id=${row.id}`}
            openId={id}
            onOpen={(opened) => onSearch({ id: opened })}
            loading={list.isPending}
            footer={footer}
          />
        )}
      </ListResult>
      <SubmissionSheet
        id={id}
        rows={pages.rows}
        total={pages.total}
        onOpen={(opened) => onSearch({ id: opened }, { replace: true })}
        onClose={() => onSearch({ id: undefined })}
      />
    </div>
  )
}

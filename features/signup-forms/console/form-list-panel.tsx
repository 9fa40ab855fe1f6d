import { IconForms } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { RelativeTime, formatCount } from '@quaff/platform/console/display/formats'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { RowMenu, useRowCommands } from '@quaff/platform/console/frame/command'
import { type Column, DataTable } from '@quaff/platform/console/list/data-table'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { ListResult } from '@quaff/platform/console/list/list-result'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { useLoadedPages } from '@quaff/platform/console/list/load-more'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { type FormRow, formStatuses } from '../contract'
import { publicFormPath } from '../rules'
import { DeleteFormDialog } from './delete-form-dialog'
import { type FormAction, formCommands } from './form-commands-widget'
import { formStatusMeta, FormStatusPill } from './form-status-pill'
import { formsApi } from './signup-forms-queries'
import { type OnSignupFormsSearch, type SignupFormsSearch, signupFormsSearch } from './signup-forms-search-widget'

interface FormListPanelProps {
  search: SignupFormsSearch
  onSearch: OnSignupFormsSearch
}

const statusFilter = {
  id: 'state',
  label: 'Status',
  kind: 'select',
  options: formStatuses.map((value) => ({ value, label: formStatusMeta[value].label })),
} as const
/** Fewer forms are found at a glance. */
const filterableForms = 10

export function FormListPanel({ search, onSearch }: FormListPanelProps) {
  const timeZone = useTimeZone()
  const { list, pages } = useFormList(search)
  const [deleting, setDeleting] = useState<FormRow>()
  const verbs = useFormVerbs()
  const start = (action: FormAction, form: FormRow) => {
    const { id } = form
    const does = {
      edit: () => onSearch({ id }),
      share: () => onSearch({ id, view: 'share' }),
      submissions: () => onSearch({ tab: 'submissions', form: id, state: undefined, page: undefined }),
      duplicate: () => onSearch({ action: 'create', id }),
      close: () => verbs.close(form),
      reopen: () => verbs.reopen(form),
      delete: () => setDeleting(form),
    } satisfies Record<FormAction, () => void>
    does[action]()
  }
  useRowCommands(formCommands, pages.rows, {}, start)
  const menu: Column<FormRow> = {
    id: 'menu',
    header: 'Actions',
    align: 'right',
    card: 'menu',
    cell: (row) => <RowMenu set={formCommands} row={row} details={row} onRun={start} />,
  }
  return (
    <div className="q-stack">
      {(search.state || (pages.total ?? 0) >= filterableForms) && (
        <ListToolbar
          find={undefined}
          filters={
            <FilterChips
              filters={[statusFilter]}
              values={search.state ? { state: search.state } : {}}
              onChange={(_, state) => onSearch({ ...signupFormsSearch.pick({ state }), page: undefined })}
            />
          }
        />
      )}
      <ListResult
        name="Forms"
        query={list}
        pages={pages}
        filterCount={search.state ? 1 : 0}
        onClear={() => onSearch({ state: undefined, page: undefined })}
        onLoadMore={(page) => onSearch({ page }, { replace: true })}
        empty={
          <EmptyState
            icon={IconForms}
            title="No signup forms yet"
            text="Share a form as a link, QR code or embed. Answers appear under Submissions."
            action={<Button onClick={() => onSearch({ action: 'create' })}>Create form</Button>}
          />
        }
      >
        {(footer) => (
          <DataTable
            caption="Merchant signup forms"
            columns={[...formColumns(timeZone), menu]}
            rows={pages.rows}
            rowId={(row) => row.id}
            rowLabel={(row) => row.name}
            rowHref={(row) => `/merchant-signup-forms?id=${row.id}`}
            onOpen={(id) => onSearch({ id })}
            loading={list.isPending}
            footer={footer}
          />
        )}
      </ListResult>
      {deleting && <DeleteFormDialog form={deleting} onClose={() => setDeleting(undefined)} />}
    </div>
  )
}

/** Closing and reopening are reversible, so neither needs a confirmation. */
function useFormVerbs() {
  const write = useWrite<FormRow, 'live' | 'closed'>({
    call: ({ id: formId, version }, status) =>
      formsApi[status === 'live' ? 'publish' : 'close'].call({ formId, version }),
    keys: [formsApi.key()],
    next: (status) => ({ status }),
    failed: 'Couldn’t update the form',
    done: (saved, status) => ({
      title: status === 'live' ? 'Form reopened' : 'Form closed',
      message: saved.name,
      undo: () => write.run(saved, status === 'live' ? 'closed' : 'live'),
    }),
  })
  return { close: (form: FormRow) => write.run(form, 'closed'), reopen: (form: FormRow) => write.run(form, 'live') }
}

function useFormList({ state, page }: Pick<SignupFormsSearch, 'state' | 'page'>) {
  const list = useInfiniteQuery(
    formsApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(state && { status: state }),
        limit: pageLimits.defaultSize,
        cursor,
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  return { list, pages: useLoadedPages(list, page ?? 1) }
}

function formColumns(timeZone: string): Column<FormRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      card: 'title',
      cell: (row) => <TitleCell title={row.name} caption={publicFormPath(row.slug)} />,
    },
    { id: 'status', header: 'Status', card: 'status', cell: (row) => <FormStatusPill form={row} /> },
    count('viewed', 'Views', 'hide'),
    count('started', 'Started', 'hide'),
    {
      id: 'submitted',
      header: 'Submitted',
      align: 'right',
      card: 'fact',
      cell: (row) => (
        <span className="q-num">
          {formatCount(row.submitted)}
          {row.waiting > 0 && <span className="q-caption"> · {formatCount(row.waiting)} waiting</span>}
        </span>
      ),
    },
    count('approved', 'Approved', 'fact'),
    {
      id: 'updated',
      header: 'Updated',
      card: 'fact',
      cell: (row) => <RelativeTime value={row.updatedAt} timeZone={timeZone} />,
    },
  ]
}

function count(id: 'viewed' | 'started' | 'approved', header: string, card: 'fact' | 'hide'): Column<FormRow> {
  return { id, header, card, align: 'right', cell: (row) => <span className="q-num">{formatCount(row[id])}</span> }
}

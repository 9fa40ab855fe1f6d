import { IconForms } from '@tabler/icons-react'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { RowMenu } from '@quaff/platform/console/frame/commands/row-menu'
import { useRowCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { DataTable, type Column } from '@quaff/platform/console/list/data-table'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { ListResult } from '@quaff/platform/console/list/paging/list-result'
import type { FormRow } from '../building/contract'
import { formStatuses } from '../status/contract'
import { DeleteFormDialog } from './delete-form-dialog'
import { formColumns } from './form-columns'
import { formCommands, type FormAction } from './form-commands-widget'
import { formLooks } from './form-looks'
import type { OnSignupFormsSearch, SignupFormsSearch } from './signup-forms-search-widget'
import { useFormList } from './use-form-list'
import { useFormVerbs } from './use-form-verbs'

interface FormListPanelProps {
  search: SignupFormsSearch
  onSearch: OnSignupFormsSearch
}

const states = [{ id: 'all', label: 'All' }, ...formStatuses.map((id) => ({ id, label: formLooks[id].label }))] as const

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
    cell: (row) => <RowMenu set={formCommands} row={row} facts={row} onRun={start} />,
  }
  return (
    <div className="q-stack">
      <ListTabs
        label="Forms by status"
        value={search.state ?? 'all'}
        tabs={states}
        onChange={(state) => onSearch({ state: state === 'all' ? undefined : state, page: undefined })}
      />
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

import { IconCopy, IconTransferIn, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useLiveRefresh, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import {
  type OnSettingsSearch,
  type SettingsSearch,
  settingsSearch,
} from '@quaff/features/settings/console/settings-search-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { DateText, formatCount } from '@quaff/platform/console/display/formats'
import { copyText } from '@quaff/platform/console/display/panel'
import type { Column } from '@quaff/platform/console/list/data-table'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { useRefetch } from '@quaff/platform/console/query-client'
import type { ImportRunRow } from '../contract'
import { documentOutcomes } from '../runs-contract'
import { ImportStatePill, outcomeLabels, progressText, starterText, writtenOf } from './import-status-pill'
import { importsApi } from './imports-queries'
import { RunView } from './run-view'
import { UploadDialog } from './upload-dialog'
import classes from './imports.module.css'

type ImportsTabProps = { search: SettingsSearch; onSearch: OnSettingsSearch }

export function ImportsTab({ search, onSearch }: ImportsTabProps) {
  useLiveRefresh(['import'], useRefetch(importsApi.key()))
  const { run } = search
  if (run !== undefined) return <RunView key={run} runId={run} search={search} onSearch={onSearch} />
  return <AllImports search={search} onSearch={onSearch} />
}

function AllImports({ search, onSearch }: ImportsTabProps) {
  const timeZone = useTimeZone()
  const [uploading, setUploading] = useState(false)
  const open = (run: string) => onSearch({ run, page: undefined })
  const list = useRecordList(importList, { search, onSearch, details: { timeZone } })
  const upload = (
    <Button variant="primary" icon={IconUpload} onClick={() => setUploading(true)}>
      Upload a file
    </Button>
  )
  const isEmpty = list.pages.rows.length === 0
  return (
    <>
      <RecordList list={{ ...list, open }} selectable={false} actions={!isEmpty && upload} emptyAction={upload} />
      {uploading && <UploadDialog onUploaded={open} onClose={() => setUploading(false)} />}
    </>
  )
}

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
  empty: (_search, _details, _onSearch, action) => <FirstImport action={action} />,
})

const command = 'npm run import -- old-system/'

function FirstImport({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      icon={IconTransferIn}
      title="No imports yet"
      text={
        <span className={classes.words}>
          Upload an export from your old system, or run the command on a folder. Nothing is saved until you apply it.
          Guide: <code>docs/importing.md</code>
        </span>
      }
      action={
        <div className={classes.first}>
          <code className={classes.command}>{command}</code>
          <div className={classes.buttons}>
            <Button icon={IconCopy} onClick={() => void copyText(command, 'Command')}>
              Copy command
            </Button>
            {action}
          </div>
        </div>
      }
    />
  )
}

function importColumns(timeZone: string): Column<ImportRunRow>[] {
  return [
    {
      id: 'source',
      header: 'Source',
      card: 'title',
      cell: (run) => <TitleCell title={run.source} caption={starterText(run)} />,
    },
    {
      id: 'state',
      header: 'State',
      card: 'status',
      cell: (run) => (
        <span className={classes.state}>
          <ImportStatePill state={run.state} />
          {progressText(run) && <span className="q-caption">{progressText(run)}</span>}
        </span>
      ),
    },
    {
      id: 'when',
      header: 'Started',
      card: 'fact',
      cell: ({ startedAt }) => <DateText value={startedAt} timeZone={timeZone} style="datetime" />,
    },
    { id: 'read', header: 'Read', align: 'right', card: 'fact', cell: ({ read }) => formatCount(read) },
    ...documentOutcomes.map((name): Column<ImportRunRow> => ({
      id: name,
      header: outcomeLabels[name],
      align: 'right',
      card: name === 'created' ? 'fact' : 'hide',
      cell: (run) => (writtenOf(run) === 0 ? '—' : formatCount(run.outcomes[name] ?? 0)),
    })),
  ]
}

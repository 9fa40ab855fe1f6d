import { IconCopy, IconTransferIn } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { settingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { DateText } from '@quaff/platform/console/display/date-time'
import { formatCount } from '@quaff/platform/console/display/figure-text'
import { copyText } from '@quaff/platform/console/frame/copy-text'
import type { Column } from '@quaff/platform/console/list/data-table'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { ImportRunRow } from '../contract'
import { documentOutcomes } from '../runs-contract'
import { ImportStatePill, outcomeLabels, progressText, starterText, writtenOf } from './import-status-pill'
import { importsApi } from './imports-queries'
import classes from './imports.module.css'

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
  empty: (_search, _facts, _onSearch, action) => <FirstImport action={action} />,
})

const command = 'npm run import -- old-system/'

/** Shows the command and the upload if there are no imports. */
function FirstImport({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      icon={IconTransferIn}
      title="No imports yet"
      text={
        <span className={classes.words}>
          Upload an export from your old system, or run the command on a folder. Nothing is saved until you apply it.
          Guide: <code>docs/moving-in.md</code>
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

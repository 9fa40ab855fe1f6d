import { DateText } from '@quaff/platform/console/display/date-time'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { ImportRunRow } from '../contract'
import { documentOutcomes } from '../runs-contract'
import { progressText, starterText, writtenOf } from './import-looks'
import { ImportStatePill } from './import-state-pill'
import { outcomeLabels } from './outcome-labels'
import classes from './imports.module.css'

export function importColumns(timeZone: string): Column<ImportRunRow>[] {
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

import { IconCircleCheck, IconDownload } from '@tabler/icons-react'
import {
  settingsSearch,
  type OnSettingsSearch,
  type SettingsSearch,
} from '@quaff/features/settings/console/settings-search-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { notifyError } from '@quaff/platform/console/frame/notify'
import type { Column } from '@quaff/platform/console/list/data-table'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { withoutAbsent } from '@quaff/platform/console/list/search-values'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { downloadFile } from '@quaff/platform/console/rpc'
import {
  problemFilters,
  problemLevels,
  type ImportDetails,
  type ImportProblemRow,
  type ProblemFilter,
} from '../contract'
import { errorText, payoutHref, problemSentence, recordHref } from '../problem-rules'
import { levelMessages } from '../report-rules'
import { importsApi } from './imports-queries'
import classes from './imports.module.css'

export type ProblemDetails = { runId: string; groups: ImportDetails['problems'] }

/** Returns the most serious level with problems, unless the URL names a level. */
export const shownLevel = (groups: ProblemDetails['groups'], named: ProblemFilter['level']) =>
  named ?? problemLevels.find((level) => groups.some((group) => group.level === level)) ?? 'skipped'

const wordsOf = (groups: ProblemDetails['groups'], name: 'collection' | 'fault', label: (word: string) => string) =>
  [...new Set(groups.map((group) => group[name]))]
    .filter((value) => value !== '')
    .map((value) => ({ value, label: label(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))

export const problemList = defineList<ProblemDetails>()({
  name: 'Problems',
  columnsName: () => 'import-problems',
  search: settingsSearch,
  filters: problemFilters,
  api: importsApi.problems,
  staleTime: 0,
  filter: ({ level, collection, fault }, { runId, groups }) =>
    withoutAbsent({ runId, level: shownLevel(groups, level), collection, fault }),
  input: (filter, page) => ({ ...filter, ...page }),
  tabs: {
    field: 'level',
    label: 'Problems by level',
    first: 'skipped',
    shown: ({ level }, { groups }) => shownLevel(groups, level),
    change: (_search, tab) => ({
      level: problemLevels.find((level) => level === tab),
      collection: undefined,
      fault: undefined,
    }),
    of: () => problemLevels.map((id) => ({ id, label: levelMessages[id] })),
  },
  useChips: ({ level }, { groups }) => {
    const shown = groups.filter((group) => group.level === shownLevel(groups, level))
    return {
      level: null,
      collection: { label: 'Collection', options: wordsOf(shown, 'collection', (word) => word) },
      fault: { label: 'Problem', options: wordsOf(shown, 'fault', errorText) },
    }
  },
  columns: () => problemColumns,
  rowId: ({ id }) => id,
  rowLabel: (row) => `${row.path ?? row.file}: ${problemSentence(row)}`,
  caption: () => 'Problems, in file order',
  note: () => 'In file order; one document can have several',
  skeletonRows: 8,
  empty: () => <EmptyState icon={IconCircleCheck} title="No problems at this level" />,
})

/** The check knows where the document is in the files; the import knows which record it became. */
function Place({ record, file, place, ...problem }: ImportProblemRow) {
  const to = payoutHref(problem) ?? (record && recordHref(record.kind, record.id))
  const source = [file, place].filter(Boolean).join(', ')
  return (
    <span className={classes.problem}>
      {source || (to ? '' : '—')}
      {to && (
        <AppLink className="q-link" to={to}>
          Open
        </AppLink>
      )}
    </span>
  )
}

const problemColumns: Column<ImportProblemRow>[] = [
  {
    id: 'document',
    header: 'Document',
    card: 'title',
    cell: (row) => (
      <span className={classes.problem}>
        <code>{row.path ?? (row.collection || 'No path')}</code>
        {/* On a card the sentence needs the full width. */}
        <span className="q-phone-only q-secondary">{problemSentence(row)}</span>
        {row.shown !== '' && <span className="q-phone-only q-caption">{row.shown}</span>}
      </span>
    ),
  },
  {
    id: 'problem',
    header: 'Problem',
    card: 'hide',
    cell: (row) => (
      <span className={classes.problem}>
        {problemSentence(row)}
        {row.shown !== '' && <span className="q-caption">{row.shown}</span>}
      </span>
    ),
  },
  { id: 'place', header: 'Place', card: 'fact', cell: Place },
]

interface ProblemsSectionProps {
  run: ImportDetails
  search: SettingsSearch
  onSearch: OnSettingsSearch
}

export function ProblemsSection({ run, search, onSearch }: ProblemsSectionProps) {
  if (run.problems.length > 0) return <Problems run={run} search={search} onSearch={onSearch} />
  if (run.state === 'reading' || run.lacks.length > 0) return null
  return (
    <Notice tone="ok" title="No problems">
      All documents can be imported unchanged.
    </Notice>
  )
}

function Problems({ run, search, onSearch }: ProblemsSectionProps) {
  const list = useRecordList(problemList, { search, onSearch, details: { runId: run.id, groups: run.problems } })
  const counts: Record<string, number> = {}
  for (const { level, count } of run.problems) counts[level] = (counts[level] ?? 0) + count
  const download = () =>
    downloadFile({ path: '/api/files/import-report', body: { runId: run.id, format: 'csv' } }).catch((error: unknown) =>
      notifyError('Couldn’t download the problems', error instanceof Error ? error.message : undefined),
    )
  return (
    <section className="q-stack" aria-labelledby="import-problems">
      <h2 className="q-h2" id="import-problems">
        Problems
      </h2>
      <RecordList
        // Rows do not open: they show everything and link to their record.
        list={{ ...list, open: () => {} }}
        counts={counts}
        selectable={false}
        actions={
          <Button size="sm" icon={IconDownload} iconOnPhone onClick={() => void download()}>
            Download all
          </Button>
        }
      />
    </section>
  )
}

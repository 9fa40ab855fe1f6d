import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { Column } from '@quaff/platform/console/list/data-table'
import type { ImportProblemRow } from '../contract'
import { payoutHref, problemSentence, recordHref } from '../screen-rules'
import classes from './imports.module.css'

function RecordLink({ record, ...problem }: Pick<ImportProblemRow, 'record' | 'fault' | 'shown'>) {
  const to = payoutHref(problem) ?? (record && recordHref(record.kind, record.id))
  if (!to) return '—'
  return (
    <AppLink className="q-link" to={to}>
      Open
    </AppLink>
  )
}

export const problemColumns: Column<ImportProblemRow>[] = [
  {
    id: 'document',
    header: 'Document',
    card: 'title',
    cell: (row) => (
      <span className={classes.problem}>
        <code>{row.path ?? (row.collection || 'No path')}</code>
        {/* Of a card a sentence needs the whole width. */}
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
  {
    id: 'place',
    header: 'Place',
    card: 'fact',
    cell: ({ file, place }) => [file, place].filter(Boolean).join(', ') || '—',
  },
  { id: 'record', header: 'Here', card: 'fact', cell: RecordLink },
]

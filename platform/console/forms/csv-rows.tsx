import { Select } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopyX, IconX } from '@tabler/icons-react'
import type { ByHand, FileColumns } from '../../shared/file-columns'
import { formatCount } from '../display/formats'
import { Notice, StatusPill } from '../display/panel'
import classes from './csv.module.css'

export interface CsvRow {
  /** Line number as in a spreadsheet: the header is line 1. */
  line: number
  /** Present after the import. */
  outcome?: string
  errors: readonly { column: string; message: string }[]
}
interface CsvColumn<Row> {
  label: string
  text: (row: Row) => string
}

interface CsvRowsProps<Row> {
  rows: readonly Row[]
  subject: CsvColumn<Row>
  details: readonly CsvColumn<Row>[]
  /** Why a row without errors is skipped, for example "Name is taken". */
  taken: (row: Row) => string | false
  /** Maximum number of rows shown; the others are counted below. */
  atMost?: number
}

export function CsvRows<Row extends CsvRow>({ rows, subject, details, taken, atMost = Infinity }: CsvRowsProps<Row>) {
  if (rows.length === 0) return null
  return (
    <div className={classes.frame} tabIndex={0} role="region" aria-label="Rows of the file">
      <table className={classes.table} aria-label="Rows of the file">
        <thead>
          <tr>
            {['Line', subject.label, 'Result', ...details.map(({ label }) => label)].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, atMost).map((row) => (
            <tr key={row.line}>
              <td className="q-num">{row.line}</td>
              <td>{subject.text(row) || '—'}</td>
              <td>
                <RowState row={row} taken={taken(row)} />
                {row.errors.map(({ column, message }) => (
                  <div key={`${column} ${message}`} className={classes.error}>
                    <b>{column}</b>: {message}
                  </div>
                ))}
              </td>
              {details.map(({ label, text }) => (
                <td key={label}>{text(row) || '—'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > atMost && (
        <p className={`q-caption ${classes.more}`}>{`and ${formatCount(rows.length - atMost)} more rows`}</p>
      )}
    </div>
  )
}

function RowState({ row: { errors, outcome }, taken }: { row: CsvRow; taken: string | false }) {
  const isFaulty = errors.length > 0
  if (outcome === 'created' || (!isFaulty && !taken))
    return (
      <StatusPill tone="ok" icon={IconCheck}>
        {outcome === 'created' ? 'Imported' : 'Ready'}
      </StatusPill>
    )
  if (!isFaulty)
    return (
      <StatusPill tone="warn" icon={IconCopyX}>
        {taken}
      </StatusPill>
    )
  return (
    <StatusPill tone="danger" icon={outcome ? IconX : IconAlertTriangle}>
      {outcome ? 'Skipped' : 'Has errors'}
    </StatusPill>
  )
}

export interface CsvColumnsProps<Column extends string> {
  columns: FileColumns<Column>
  /** All that a column may be, as people call it. */
  labels: Readonly<Record<Column, string>>
  /** The option for an unmapped column ("Leave out") and the sentence above the fields. */
  otherwise: { label: string; text: string }
  onChange: (byHand: ByHand<Column>) => void
}

const unsaid = ''

export function CsvColumns<Column extends string>(props: CsvColumnsProps<Column>) {
  const { columns, labels, otherwise, onChange } = props
  const { unknownColumns: unknown, knownColumns: known, missingColumns: missing } = columns
  if (unknown.length === 0) return null
  const all = Object.keys(labels) as Column[]
  const taken = new Set([...known, ...unknown.flatMap(({ column }) => column ?? [])])
  const change = (position: number, column: Column | null) =>
    onChange(
      unknown.map((one) => ({ position: one.position, column: one.position === position ? column : one.column })),
    )
  return (
    <fieldset className="q-stack-tight">
      <legend className="q-strong">Unmatched columns</legend>
      {missing.length > 0 ? (
        <Notice
          tone="warn"
          title={`Which column holds the ${missing.map((column) => labels[column].toLowerCase()).join(' and the ')}?`}
        >
          Choose it below, or fix the header row of the file.
        </Notice>
      ) : (
        <p className="q-caption">{otherwise.text}</p>
      )}
      <div className={classes.columns}>
        {unknown.map(({ position, heading, sample, column }) => (
          <Select
            key={position}
            label={heading === '' ? `Column ${position + 1}` : heading}
            description={sample === '' ? 'Empty in every row' : `For example: ${sample}`}
            data={[
              { value: unsaid, label: otherwise.label },
              ...all
                .filter((one) => one === column || !taken.has(one))
                .map((one) => ({ value: one as string, label: labels[one] })),
            ]}
            value={column ?? unsaid}
            onChange={(value) => change(position, all.find((one) => one === value) ?? null)}
          />
        ))}
      </div>
    </fieldset>
  )
}

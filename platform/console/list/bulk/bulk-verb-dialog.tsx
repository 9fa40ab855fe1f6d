import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Dialog, DialogButtons } from '../../controls/dialog'
import { counted, formatCount } from '../../display/formats'
import type { Reading } from '../../display/panel'
import { type DialogFields, draftFormOf, isAnyDirty } from '../../forms/field-inputs'
import { GuardedFooter, useCloseGuard } from '../../forms/form-dialog'
import { Glyph } from '../../theme/glyph'
import { ReadingState } from '../list-states'
import { BulkResultsDialog, ProgressDialog } from './bulk-results-dialog'
import { summaryOf, type useBulkRun } from './use-bulk-run'
import classes from './bulk.module.css'

interface BulkLabels {
  title: (count: number) => string
  text: string
  button: string
  /** "can be approved" */
  possible: string
  /** "approved" */
  done: string
}

interface BulkVerbDialogProps<Row extends { id: string; name: string }> {
  labels: BulkLabels
  /** Singular and plural: "payout", "payouts". */
  unit: readonly [one: string, many: string]
  requested: number
  /** Undefined while it is loaded, and where it cannot be. */
  preview: BulkPreview<Row> | undefined
  /** The preview's query if the server computes it. */
  reading?: Reading
  run: ReturnType<typeof useBulkRun<Row>>
  /** Shows the amount of each, say. */
  rowEnd?: (row: Row) => ReactNode
  /** Between the sentence and the list. */
  details?: ReactNode
  /** Fields below the list. */
  children?: ReactNode
  fields?: DialogFields
  isDangerous?: boolean
  left: string
  onClose: () => void
}

export function BulkVerbDialog<Row extends { id: string; name: string }>(props: BulkVerbDialogProps<Row>) {
  const { labels, unit, preview, reading, run, fields = {}, left, onClose } = props
  // Stays the same while the selection shrinks to the rows that are left.
  const [requested] = useState(props.requested)
  const guard = useCloseGuard(isAnyDirty(fields), onClose, {
    name: `bulk.${unit[0]}.${labels.button}`,
    form: draftFormOf(fields),
  })
  const possible = preview?.possible ?? []
  const start = () => {
    if (guard.asking || possible.length === 0) return
    // Rows that were not changed are still selected: the text stays for the next try.
    run.start(possible, {
      onSuccess: (results) => {
        if (results.every(({ ok }) => ok)) guard.release()
      },
    })
  }
  if (run.results && !guard.asking)
    return (
      <BulkResultsDialog
        title={summaryOf(labels.done, run.results)}
        label={`Result per ${unit[0]}`}
        done={labels.done}
        left={left}
        results={run.results}
        onClose={onClose}
      />
    )
  if (run.isRunning && !guard.asking)
    return (
      <ProgressDialog label={labels.button} unit={unit[1]} done={run.done} total={possible.length} onStop={run.stop} />
    )
  return (
    <Dialog
      opened
      onClose={guard.close}
      title={labels.title(requested)}
      description={labels.text}
      keepOnOutsideClick
      onSubmit={start}
      footer={
        <GuardedFooter guard={guard}>
          <DialogButtons
            onCancel={guard.close}
            danger={props.isDangerous}
            loading={reading?.isPending ?? false}
            disabled={possible.length === 0}
          >
            {preview ? `${labels.button} ${formatCount(possible.length)}` : labels.button}
          </DialogButtons>
        </GuardedFooter>
      }
    >
      {reading && <ReadingState query={reading} lines={5} what="preview" />}
      {preview && (
        <>
          <p className="q-secondary" role="status">
            {sentenceOf(counted(possible.length, ...unit), labels, preview.impossible.length)}
          </p>
          {props.details}
          <BulkPreviewList preview={preview} rowEnd={props.rowEnd} />
          {possible.length > 0 && props.children}
        </>
      )}
    </Dialog>
  )
}

function sentenceOf(count: string, labels: BulkLabels, impossible: number): string {
  const can = `${count} ${labels.possible}`
  return impossible === 0 ? `${can}.` : `${can}, ${formatCount(impossible)} cannot.`
}

export interface BulkPreview<Row extends { id: string; name: string }> {
  possible: Row[]
  /** Skipped rows with the server's reason. */
  impossible: { id: string; name: string; reason: string }[]
}

interface BulkPreviewListProps<Row extends { id: string; name: string }> {
  preview: BulkPreview<Row>
  /** Content at the end of each affected row. */
  rowEnd?: ((row: Row) => ReactNode) | undefined
}

/** Longer lists are not useful. */
const SHOWN = 100

/** Skipped rows come first, with their reason. */
export function BulkPreviewList<Row extends { id: string; name: string }>(props: BulkPreviewListProps<Row>) {
  const { possible, impossible } = props.preview
  return (
    <ul className={classes.preview} aria-label="Preview" tabIndex={0}>
      {impossible.slice(0, SHOWN).map(({ id, name, reason }) => (
        <li key={id} data-possible={false}>
          <Glyph icon={IconBan} className={classes.mark} />
          <span className="q-grow">
            <span className="q-strong">{name}</span>
            <span className={`q-caption ${classes.reason}`}>{reason}</span>
          </span>
        </li>
      ))}
      <More count={impossible.length - SHOWN} label="more will be skipped" />
      {possible.slice(0, SHOWN).map((row) => (
        <li key={row.id}>
          <Glyph icon={IconCircleCheck} className={classes.mark} />
          <span className="q-grow">{row.name}</span>
          {props.rowEnd?.(row)}
        </li>
      ))}
      <More count={possible.length - SHOWN} label="more" />
    </ul>
  )
}

function More({ count, label }: { count: number; label: string }) {
  return count > 0 ? <li className="q-caption">{`${formatCount(count)} ${label}`}</li> : null
}

import { useState, type ReactNode } from 'react'
import { Dialog, DialogButtons } from '../../controls/dialog'
import { counted, formatCount } from '../../display/figure-text'
import type { Reading } from '../../display/panel'
import { GuardedFooter, useCloseGuard } from '../../forms/close-guard'
import { draftFormOf, isAnyDirty, type DialogFields } from '../../forms/use-typed'
import { ReadingState } from '../list-states'
import { BulkPreviewList, type BulkPreview } from './bulk-preview-list'
import { BulkResultsDialog } from './bulk-results-dialog'
import { ProgressDialog } from './progress-dialog'
import { summaryOf } from './run-one-by-one'
import type { useBulkRun } from './use-bulk-run'

export interface BulkWords {
  title: (count: number) => string
  text: string
  button: string
  /** "can be approved" */
  possible: string
  /** "approved" */
  done: string
}

interface BulkVerbDialogProps<Row extends { id: string; name: string }> {
  words: BulkWords
  /** One and many: "payout", "payouts". */
  unit: readonly [one: string, many: string]
  asked: number
  /** Undefined while it is loaded, and where it cannot be. */
  preview: BulkPreview<Row> | undefined
  /** Where the preview is read from the server. */
  reading?: Reading
  run: ReturnType<typeof useBulkRun<Row>>
  /** Shows the amount of each, say. */
  rowEnd?: (row: Row) => ReactNode
  /** Between the sentence and the list. */
  facts?: ReactNode
  /** What is typed below the list. */
  children?: ReactNode
  fields?: DialogFields
  isDangerous?: boolean
  left: string
  onClose: () => void
}

/** Shows which it can be done to, does it one by one, and tells what became of each. */
export function BulkVerbDialog<Row extends { id: string; name: string }>(props: BulkVerbDialogProps<Row>) {
  const { words, unit, preview, reading, run, fields = {}, left, onClose } = props
  // What was asked for stays the same, though the selection shrinks to what is left.
  const [asked] = useState(props.asked)
  const guard = useCloseGuard(isAnyDirty(fields), onClose, {
    name: `bulk.${unit[0]}.${words.button}`,
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
        title={summaryOf(words.done, run.results)}
        label={`Result per ${unit[0]}`}
        done={words.done}
        left={left}
        results={run.results}
        onClose={onClose}
      />
    )
  if (run.isRunning && !guard.asking)
    return (
      <ProgressDialog label={words.button} unit={unit[1]} done={run.done} total={possible.length} onStop={run.stop} />
    )
  return (
    <Dialog
      opened
      onClose={guard.close}
      title={words.title(asked)}
      description={words.text}
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
            {preview ? `${words.button} ${formatCount(possible.length)}` : words.button}
          </DialogButtons>
        </GuardedFooter>
      }
    >
      {reading && <ReadingState query={reading} lines={5} what="preview" />}
      {preview && (
        <>
          <p className="q-secondary" role="status">
            {sentenceOf(counted(possible.length, ...unit), words, preview.impossible.length)}
          </p>
          {props.facts}
          <BulkPreviewList preview={preview} rowEnd={props.rowEnd} />
          {possible.length > 0 && props.children}
        </>
      )}
    </Dialog>
  )
}

function sentenceOf(count: string, words: BulkWords, impossible: number): string {
  const can = `${count} ${words.possible}`
  return impossible === 0 ? `${can}.` : `${can}, ${formatCount(impossible)} cannot.`
}

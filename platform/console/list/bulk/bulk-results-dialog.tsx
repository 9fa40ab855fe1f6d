import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../controls/button'
import { Dialog } from '../../controls/dialog'
import { ProgressBar } from '../../display/charts/bar-list'
import { formatCount } from '../../display/formats'
import { Notice } from '../../display/panel'
import { Glyph } from '../../theme/glyph'
import type { RowResult } from './use-bulk-run'
import classes from './bulk.module.css'

interface BulkResultsDialogProps {
  title: string
  /** "Result per payout" */
  label: string
  /** Verb for the successful rows: "approved". */
  done: string
  /** The rows that are left. */
  left: string
  results: readonly RowResult[]
  onClose: () => void
}

export function BulkResultsDialog({ title, label, done, left, results, onClose }: BulkResultsDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      {results.some(({ ok }) => !ok) && (
        <Notice tone="warn" announce>
          {left}
        </Notice>
      )}
      <BulkResultList label={label} results={results} done={done} />
    </Dialog>
  )
}

interface BulkResultListProps {
  label: string
  results: readonly RowResult[]
  /** Verb for the successful rows: "approved". */
  done: string
}

/** Rendering more rows would take long, and no user reads them. */
const SHOWN = 200

/** Refused ones first: they are what is left to do. */
export function BulkResultList({ label, results, done }: BulkResultListProps) {
  const sorted = [...results].sort((a, b) => Number(a.ok) - Number(b.ok))
  return (
    <ul className={classes.results} aria-label={label}>
      {sorted.slice(0, SHOWN).map(({ id, name, ok, error }) => (
        <li key={id} data-ok={ok}>
          <Glyph icon={ok ? IconCircleCheck : IconAlertCircle} className={classes.mark} />
          <span className="q-grow">
            <span className="q-strong">{name}</span>
            <span className={`q-caption ${classes.outcome}`}>{ok ? done : (error ?? 'Refused.')}</span>
          </span>
        </li>
      ))}
      {sorted.length > SHOWN && <li className="q-caption">{`and ${formatCount(sorted.length - SHOWN)} more`}</li>}
    </ul>
  )
}

interface ProgressDialogProps {
  /** Names the bar. */
  label: string
  done: number
  total: number
  /** "payouts", "merchants"; without one only the numbers are said. */
  unit?: string
  onStop: () => void
}

/** Escape and the close button stop the run; nothing continues behind a closed dialog. */
export function ProgressDialog(props: ProgressDialogProps) {
  const { label, done, total, unit, onStop } = props
  const [stopping, setStopping] = useState(false)
  const stop = () => {
    setStopping(true)
    onStop()
  }
  const words = `${formatCount(done)} of ${formatCount(total)}`
  return (
    <Dialog
      opened
      onClose={stop}
      keepOnOutsideClick
      title={stopping ? 'Stopping…' : 'Working…'}
      description="Stopping keeps the changes already made."
      footer={
        <Button data-autofocus disabled={stopping} onClick={stop}>
          Stop
        </Button>
      }
    >
      <ProgressBar label={label} max={total} value={done} />
      <p className="q-secondary q-num">{unit === undefined ? words : `${words} ${unit}`}</p>
    </Dialog>
  )
}

import { useState } from 'react'
import classes from './progress.module.css'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'

interface ProgressDialogProps {
  /** Names the bar. */
  label: string
  /** "payouts", "merchants" */
  unit: string
  done: number
  total: number
  onStop: () => void
}

const countFormat = new Intl.NumberFormat()

/** Escape and the cross stop too: nothing goes on behind a closed dialog. */
export function ProgressDialog({ label, unit, done, total, onStop }: ProgressDialogProps) {
  const [stopping, setStopping] = useState(false)
  const stop = () => {
    setStopping(true)
    onStop()
  }
  return (
    <Dialog
      opened
      onClose={stop}
      keepOnOutsideClick
      title={stopping ? 'Stopping…' : 'Working…'}
      description="What is done already stays done when you stop."
      footer={
        <Button data-autofocus disabled={stopping} onClick={stop}>
          Stop
        </Button>
      }
    >
      <progress className={classes.meter} aria-label={label} max={total} value={done} />
      <p className="q-secondary q-num">{`${countFormat.format(done)} of ${countFormat.format(total)} ${unit}`}</p>
    </Dialog>
  )
}

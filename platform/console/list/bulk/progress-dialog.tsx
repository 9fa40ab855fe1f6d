import { useState } from 'react'
import { Button } from '../../controls/button'
import { Dialog } from '../../controls/dialog'
import { ProgressBar } from '../../display/charts/bar-list'
import { formatCount } from '../../display/figure-text'

interface ProgressDialogProps {
  /** Names the bar. */
  label: string
  done: number
  total: number
  /** "payouts", "merchants"; without one only the numbers are said. */
  unit?: string
  onStop: () => void
}

/** Escape and the cross stop too: nothing goes on behind a closed dialog. */
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

import { Input } from '@mantine/core'
import type { QueryKey } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { now } from '@quaff/platform/console/clock'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { RecentFormDialog, useRecentChange } from './recent-sign-in-widget'

const hourMs = 3_600_000
const overlaps = [
  { value: '0', label: 'Not at all' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
]

type RotateDialogProps<Shown> = {
  /** Completes the title: `the secret of app.example`. */
  what: string
  description: string
  secrets: 'secret' | 'secrets'
  /** Effect that the old secrets still have. */
  goesOn: string
  goesOnText?: (isCutOff: boolean) => string
  queryKey: QueryKey
  rotate: (oldUntil: Date | null) => Promise<Shown>
  show: (shown: Shown) => ReactNode
  onClose: () => void
}

/** Replaces secrets; the old ones may work for a while. Requires a recent sign-in. */
export function RotateDialog<Shown>({ secrets, goesOnText, show, onClose, ...props }: RotateDialogProps<Shown>) {
  const [hours, setHours] = useState('24')
  const [shown, setShown] = useState<{ answer: Shown }>()
  const change = useRecentChange({
    key: props.queryKey,
    call: () => props.rotate(hours === '0' ? null : new Date(now().getTime() + Number(hours) * hourMs)),
    onDone: (answer) => setShown({ answer }),
  })
  const label = `The old ${secrets} ${props.goesOn}`
  if (shown) return show(shown.answer)
  return (
    <RecentFormDialog
      title={`Rotate ${props.what}`}
      description={props.description}
      change={change}
      confirm="Confirm and rotate"
      onClose={onClose}
      failed={`Couldn’t rotate the ${secrets}`}
      button={`Rotate ${secrets}`}
    >
      <Input.Wrapper
        label={label}
        labelElement="div"
        description={goesOnText?.(hours === '0')}
        inputWrapperOrder={['label', 'input', 'description']}
      >
        <div className="q-row">
          <Segmented label={label} value={hours} options={overlaps} onChange={setHours} />
        </div>
      </Input.Wrapper>
    </RecentFormDialog>
  )
}

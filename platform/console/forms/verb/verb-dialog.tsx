import type { ReactNode } from 'react'
import { Button } from '../../controls/button'
import { Dialog } from '../../controls/dialog'
import { Notice } from '../../display/notice'
import { GuardedFooter, useCloseGuard } from '../close-guard'
import { StaleNotice } from '../stale-notice'
import type { Verb } from './use-verb'

interface VerbDialogProps {
  verb: Verb
  title: string
  description?: string
  button: string
  danger?: boolean
  /** Nothing can be sent in this state, for a reason that the dialog says. */
  blocked?: boolean
  size?: 'default' | 'wide'
  /** Where the verb itself is called so: "Keep" beside "Cancel invitation". */
  cancel?: string
  /** Something was typed that closing would lose. */
  dirty: boolean
  children: ReactNode
  onSubmit: () => void
  onClose: () => void
}

/** The frame of a dialog that changes one record: refusals inline, what was typed is kept. */
export function VerbDialog(props: VerbDialogProps) {
  const { verb, title, description, button, danger = false, blocked = false, size, cancel = 'Cancel', dirty } = props
  const guard = useCloseGuard(dirty, props.onClose)
  return (
    <Dialog
      opened
      size={size}
      onClose={guard.close}
      title={title}
      description={description}
      keepOnOutsideClick
      onSubmit={(event) => {
        event.preventDefault()
        if (!blocked && !guard.asking) props.onSubmit()
      }}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>{cancel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" loading={verb.busy} disabled={blocked}>
            {button}
          </Button>
        </GuardedFooter>
      }
    >
      {verb.stale !== undefined && (
        <StaleNotice what={verb.what} error={verb.stale} onReload={() => void verb.reload()} />
      )}
      {verb.problem && (
        <Notice tone="danger" announce>
          {verb.problem}
        </Notice>
      )}
      {props.children}
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import type { usePersonVerb } from './use-person-verb'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { StaleNotice } from '@quaff/platform/console/forms/stale-notice'

interface VerbDialogProps {
  verb: ReturnType<typeof usePersonVerb>
  title: string
  description?: string
  button: string
  danger?: boolean
  size?: 'default' | 'wide'
  /** Where the verb itself is called so: "Keep" beside "Cancel invitation". */
  cancel?: string
  /** Something was typed that closing would lose. */
  dirty: boolean
  children: ReactNode
  onSubmit: () => void
  onClose: () => void
}

/** The frame of every dialog that changes a person: refusals inline, what was typed is kept. */
export function VerbDialog(props: VerbDialogProps) {
  const { verb, title, description, button, danger = false, size, cancel = 'Cancel', dirty, children } = props
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
        if (!guard.asking) props.onSubmit()
      }}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>{cancel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" loading={verb.busy}>
            {button}
          </Button>
        </GuardedFooter>
      }
    >
      {verb.stale && <StaleNotice what="user" onReload={() => void verb.reload()} />}
      {verb.problem && (
        <Notice tone="danger" announce>
          {verb.problem}
        </Notice>
      )}
      {children}
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import type { useMerchantVerb } from './use-merchant-verb'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { StaleNotice } from '@quaff/platform/console/forms/stale-notice'

interface VerbDialogProps {
  verb: ReturnType<typeof useMerchantVerb>
  title: string
  description?: string
  button: string
  danger?: boolean
  /** Nothing can be sent in this state, for a reason that the dialog says. */
  blocked?: boolean
  /** Something was typed that closing would lose. */
  dirty: boolean
  children: ReactNode
  onSubmit: () => void
  onClose: () => void
}

/** The frame of every dialog that changes a merchant's state: refusals inline, typed text kept. Ctrl or Cmd with Enter sends. */
export function VerbDialog(props: VerbDialogProps) {
  const { verb, title, description, button, danger = false, blocked = false, dirty, children, onSubmit } = props
  const guard = useCloseGuard(dirty, props.onClose)
  return (
    <Dialog
      opened
      onClose={guard.close}
      title={title}
      description={description}
      keepOnOutsideClick
      onSubmit={(event) => {
        event.preventDefault()
        if (!blocked && !guard.asking) onSubmit()
      }}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>Cancel</Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" loading={verb.busy} disabled={blocked}>
            {button}
          </Button>
        </GuardedFooter>
      }
    >
      {verb.stale && <StaleNotice what="merchant" onReload={() => void verb.reload()} />}
      {verb.problem && (
        <Notice tone="danger" announce>
          {verb.problem}
        </Notice>
      )}
      {children}
    </Dialog>
  )
}

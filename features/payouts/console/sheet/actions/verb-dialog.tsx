import type { ReactNode } from 'react'
import { payoutName } from '../../list/payout-columns'
import type { usePayoutVerb } from './use-payout-verb'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { StaleNotice } from '@quaff/platform/console/forms/stale-notice'

interface VerbDialogProps {
  verb: ReturnType<typeof usePayoutVerb>
  title: string
  button: string
  isDanger?: boolean
  /** Something was typed that closing would lose. */
  dirty: boolean
  children: ReactNode
  onSubmit: () => void
  onClose: () => void
}

/** The frame of every dialog that changes a payout: refusals inline, what was typed is kept. */
export function VerbDialog({ verb, title, button, isDanger, dirty, children, onSubmit, onClose }: VerbDialogProps) {
  const guard = useCloseGuard(dirty, onClose)
  return (
    <Dialog
      opened
      onClose={guard.close}
      title={title}
      description={payoutName(verb.payout)}
      keepOnOutsideClick
      onSubmit={(event) => {
        event.preventDefault()
        if (!guard.asking) onSubmit()
      }}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>Cancel</Button>
          <Button variant={isDanger ? 'danger' : 'primary'} type="submit" loading={verb.busy}>
            {button}
          </Button>
        </GuardedFooter>
      }
    >
      {verb.stale && <StaleNotice what="payout" onReload={() => void verb.reload()} />}
      {verb.problem && (
        <Notice tone="danger" announce>
          {verb.problem}
        </Notice>
      )}
      {children}
    </Dialog>
  )
}

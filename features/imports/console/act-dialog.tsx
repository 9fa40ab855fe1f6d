import type { ReactNode } from 'react'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import type { useRecentAct } from './use-recent-act'

interface ActDialogProps {
  act: ReturnType<typeof useRecentAct>
  title: string
  description: string
  button: string
  danger?: boolean
  disabled?: boolean
  children?: ReactNode
  onClose: () => void
}

/** Asks before something is written, and for a sign-in where that is too long ago; what was entered is kept meanwhile. */
export function ActDialog(props: ActDialogProps) {
  const { act, title, description, button, danger = false, disabled = false, children, onClose } = props
  const { gate, problem } = act
  if (gate.asking) return <ConfirmIdentityDialog gate={gate} action="Confirm and continue" onClose={onClose} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      description={description}
      keepOnOutsideClick
      onSubmit={() => {
        if (!disabled) void gate.attempt()
      }}
      footer={
        <DialogButtons onCancel={onClose} danger={danger} loading={gate.busy} disabled={disabled}>
          {button}
        </DialogButtons>
      }
    >
      {problem && (
        <Notice tone="danger" announce>
          {problem}
        </Notice>
      )}
      {children}
    </Dialog>
  )
}

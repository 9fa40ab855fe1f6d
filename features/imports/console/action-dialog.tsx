import { type ReactNode, useState } from 'react'
import { ConfirmIdentityDialog, useRecentSignIn } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { checkFirstText, errorText, isUnconfirmedText } from '@quaff/platform/console/forms/error-text'
import { useRefetch } from '@quaff/platform/console/query-client'
import { UploadError } from '@quaff/platform/console/rpc'
import { importsApi } from './imports-queries'

interface ActionDialogProps {
  action: ReturnType<typeof useSensitiveAction>
  title: string
  description: string
  button: string
  danger?: boolean
  disabled?: boolean
  children?: ReactNode
  onClose: () => void
}

/** Confirms an action, and asks for a recent sign-in if needed. Keeps what was entered. */
export function ActionDialog(props: ActionDialogProps) {
  const { action, title, description, button, danger = false, disabled = false, children, onClose } = props
  const { gate, problem } = action
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

const uploadText = ({ message }: UploadError) => (isUnconfirmedText(message) ? checkFirstText : message)

/** Runs an action that needs a recent sign-in, refetches the imports, and returns the message of an error. */
export function useSensitiveAction(run: () => Promise<void>) {
  const [problem, setProblem] = useState<string>()
  const refetch = useRefetch(importsApi.key())
  const gate = useRecentSignIn(
    async () => {
      setProblem(undefined)
      await run()
      void refetch()
    },
    (error) => {
      setProblem(error instanceof UploadError ? uploadText(error) : errorText(error))
      void refetch()
    },
  )
  return { gate, problem, setProblem }
}

import { useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Reauthenticate } from '../../console/reauthenticate-widget'

/**
 * For what the server refuses without a recent sign-in: `attempt` runs it, and `asking` turns true where the person has to
 * prove who they are first. Every other refusal goes to `onFault`.
 */
export function useRecentSignIn(run: () => Promise<void>, onFault: (error: unknown) => void) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  const attempt = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await run()
      setAsking(false)
    } catch (error) {
      const isRefusedSignIn = reasonOf(error) === 'SIGN_IN_AGAIN'
      setAsking(isRefusedSignIn)
      if (!isRefusedSignIn) onFault(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { asking, busy, attempt, back: () => setAsking(false) }
}

interface ConfirmIdentityDialogProps {
  gate: Pick<ReturnType<typeof useRecentSignIn>, 'attempt' | 'back'>
  /** What happens only after the confirmation, or what is kept meanwhile, as a sentence. */
  description?: string
  /** On the button. */
  action: string
  onClose: () => void
}

export function ConfirmIdentityDialog({ gate, description = '', action, onClose }: ConfirmIdentityDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Confirm that it is you"
      description={`You signed in more than five minutes ago. ${description}`.trim()}
      keepOnOutsideClick
    >
      <Reauthenticate onConfirmed={gate.attempt} onBack={gate.back} action={action} />
    </Dialog>
  )
}

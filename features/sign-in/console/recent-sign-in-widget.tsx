import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { type ComponentProps, useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { type CloseGuard, FormDialog, useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { Reauthenticate } from './reauthenticate-widget'

/**
 * Runs what the server refuses without a recent sign-in. `asking` turns true if the user must confirm who they are first;
 * every other refusal goes to `onFault`.
 */
export function useRecentSignIn(run: () => Promise<void>, onError: (error: unknown) => void) {
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
      if (!isRefusedSignIn) onError(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { asking, busy, attempt, back: () => setAsking(false) }
}

interface ConfirmIdentityDialogProps {
  gate: Pick<ReturnType<typeof useRecentSignIn>, 'attempt' | 'back'>
  /** The label of the button: "Confirm and revoke". */
  action: string
  onClose: () => void
}

export function ConfirmIdentityDialog({ gate, action, onClose }: ConfirmIdentityDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Confirm it’s you"
      description="You signed in more than 5 minutes ago. Nothing you entered is lost."
      keepOnOutsideClick
    >
      <Reauthenticate onConfirmed={gate.attempt} onBack={gate.back} action={action} />
    </Dialog>
  )
}

type Change<Answer> = {
  /** Query to invalidate afterwards. */
  key: QueryKey
  call: () => Promise<Answer>
  onDone: (answer: Answer) => void
  /** Called with the `problem` if there is no form to show it. */
  onError?: (problem: string) => void
  /** Handles refusals that belong to a field, and returns true. */
  meet?: (error: unknown) => boolean
}

/** Runs a change that needs a recent sign-in. An older sign-in is confirmed first, and the input stays. */
export function useRecentChange<Answer>({ key, call, onDone, onError, meet }: Change<Answer>) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const gate = useRecentSignIn(
    async () => {
      setProblem(undefined)
      onDone(await call())
      await client.invalidateQueries({ queryKey: key })
    },
    (error) => {
      if (!meet?.(error)) (onError ?? setProblem)(errorText(error))
    },
  )
  return { gate, problem, busy: gate.busy, submit: () => void gate.attempt() }
}

type RecentFormDialogProps = Omit<ComponentProps<typeof FormDialog>, 'guard' | 'saving'> & {
  change: Omit<ReturnType<typeof useRecentChange>, 'submit'> & ComponentProps<typeof FormDialog>['saving']
  /** "Confirm and revoke" */
  confirm: string
  onClose: () => void
  /** Protects the input, if there is some. */
  guard?: CloseGuard
}

/** A dialog that sends a `useRecentChange`; the question who it is takes its place. */
export function RecentFormDialog({ change, confirm, onClose, guard, ...form }: RecentFormDialogProps) {
  const withoutInput = useCloseGuard(false, onClose)
  if (change.gate.asking) return <ConfirmIdentityDialog gate={change.gate} action={confirm} onClose={onClose} />
  return <FormDialog {...form} guard={guard ?? withoutInput} saving={change} />
}

import { useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Reauthenticate } from '../../console/reauthenticate-widget'
import type { SecondProof } from '../contract'
import { ProofField } from './proof-field'
import { useProof } from './use-proof'

interface ProveDialogProps {
  title: string
  description: string
  action: string
  tone: 'primary' | 'danger'
  /** Rejects with the refusal. */
  onProved: (proof: SecondProof) => Promise<void>
  onClose: () => void
}

/** For what takes a recent sign-in and a code of the app. What was typed is kept while the person confirms who they are. */
export function ProveDialog({ title, description, action, tone, onProved, onClose }: ProveDialogProps) {
  const proof = useProof()
  const [busy, setBusy] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)

  const submit = async () => {
    const given = proof.read()
    if (!given || busy) return
    setBusy(true)
    try {
      await onProved(given)
    } catch (error) {
      const isLongAgo = reasonOf(error) === 'SIGN_IN_AGAIN'
      setIsConfirming(isLongAgo)
      if (!isLongAgo) proof.refuse(error)
    } finally {
      setBusy(false)
    }
  }
  if (isConfirming) {
    return (
      <Dialog
        opened
        onClose={onClose}
        title="Confirm that it is you"
        description="You signed in more than five minutes ago."
        keepOnOutsideClick
      >
        <Reauthenticate action="Confirm" onConfirmed={submit} onBack={() => setIsConfirming(false)} />
      </Dialog>
    )
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      description={description}
      keepOnOutsideClick
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={tone} type="submit" loading={busy}>
            {action}
          </Button>
        </>
      }
    >
      <div className="q-stack">
        <ProofField proof={proof} />
        <div className="q-row">
          <Button variant="quiet" size="sm" onClick={proof.change}>
            {proof.kind === 'app' ? 'Use a recovery code' : 'Use the app instead'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

import { Button } from '@quaff/platform/console/controls/button'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { ConfirmIdentityDialog, useRecentSignIn } from '../../console/recent-sign-in-widget'
import type { SecondProof } from '../contract'
import { ProofField, useProof } from './proof-field'

interface ProveDialogProps {
  title: string
  description: string
  action: string
  tone: 'primary' | 'danger'
  onProved: (proof: SecondProof) => Promise<void>
  onClose: () => void
}

/** Requires a recent sign-in and a code. The input stays during the confirmation. */
export function ProveDialog({ title, description, action, tone, onProved, onClose }: ProveDialogProps) {
  const proof = useProof()
  const gate = useRecentSignIn(async () => {
    const given = proof.read()
    if (given) await onProved(given)
  }, proof.refuse)
  if (gate.asking) return <ConfirmIdentityDialog gate={gate} action="Confirm" onClose={onClose} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      description={description}
      keepOnOutsideClick
      onSubmit={() => void gate.attempt()}
      footer={
        <DialogButtons onCancel={onClose} danger={tone === 'danger'} loading={gate.busy}>
          {action}
        </DialogButtons>
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

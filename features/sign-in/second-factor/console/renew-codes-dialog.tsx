import { useState } from 'react'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { signInApi } from '../../console/sign-in-queries'
import { ProveDialog } from './prove-dialog'
import { RecoveryCodesView } from './recovery-codes-view'

/** `onDone` also when it is closed over the new codes: the old ones are dead by then. */
export function RenewCodesDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) {
    return (
      <Dialog opened onClose={onDone} title="Your new recovery codes" keepOnOutsideClick>
        <RecoveryCodesView codes={codes} onDone={onDone} />
      </Dialog>
    )
  }
  return (
    <ProveDialog
      title="Generate new recovery codes?"
      description="Your current codes stop working."
      action="Generate codes"
      tone="primary"
      onProved={async (proof) => setCodes((await signInApi.renewRecoveryCodes.call(proof)).recoveryCodes)}
      onClose={onClose}
    />
  )
}

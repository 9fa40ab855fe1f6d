import type { Passkey } from '../contract'
import { NamePasskeyForm } from './name-passkey-form'

interface RenamePasskeyDialogProps {
  passkey: Passkey
  onClose: () => void
  onRenamed: () => void
}

export function RenamePasskeyDialog({ passkey, onClose, onRenamed }: RenamePasskeyDialogProps) {
  return (
    <NamePasskeyForm title="Rename passkey" passkey={passkey} action="Save" onClose={onClose} onNamed={onRenamed} />
  )
}

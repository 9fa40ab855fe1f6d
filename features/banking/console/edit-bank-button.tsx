import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import type { BankOverview } from '../contract'
import { bankingPermissions } from '../permissions'
import { EditBankDialog } from './edit-bank-dialog'

interface EditBankButtonProps {
  merchantId: string
  /** Undefined for roles that may not see the details. */
  overview?: BankOverview
}

export function EditBankButton({ merchantId, overview }: EditBankButtonProps) {
  const { reason } = useCan(bankingPermissions, 'bank.save')
  // The record as opened: a change by others must not replace the typed text.
  const [edited, setEdited] = useState<BankOverview | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const hasDetails = overview?.bank !== null
  const close = () => {
    setEdited(null)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <>
      <PermissionButton
        ref={button}
        size="sm"
        variant={hasDetails ? 'default' : 'primary'}
        icon={hasDetails ? IconPencil : IconPlus}
        disabledReason={reason ?? overview?.lockedReason ?? undefined}
        onClick={() => setEdited(overview ?? null)}
      >
        {hasDetails ? 'Edit bank details' : 'Add bank details'}
      </PermissionButton>
      {edited && <EditBankDialog merchantId={merchantId} overview={edited} onClose={close} />}
    </>
  )
}

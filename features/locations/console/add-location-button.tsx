import { IconPlus } from '@tabler/icons-react'
import { PermissionButton } from '@quaff/platform/console/controls/button'

interface AddLocationButtonProps {
  reason: string | undefined
  onAdd: () => void
  /** Inside another record, which has its own primary button. */
  quiet?: boolean
}

export function AddLocationButton({ reason, onAdd, quiet = false }: AddLocationButtonProps) {
  return (
    <PermissionButton
      variant={quiet ? 'default' : 'primary'}
      size={quiet ? 'sm' : 'md'}
      icon={IconPlus}
      disabledReason={reason}
      onClick={onAdd}
    >
      Add location
    </PermissionButton>
  )
}

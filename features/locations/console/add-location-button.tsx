import { IconPlus } from '@tabler/icons-react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { ButtonLink, PermissionButton } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/panel'
import { adminRole } from '@quaff/platform/shared/product'
import type { LocationOverview } from '../contract'

interface AddLocationButtonProps {
  reason: string | undefined
  onAdd: () => void
  /** True inside another record, which has its own primary button. */
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

interface LimitNoticeProps {
  merchantId: string
  overview: LocationOverview
  mayChange: boolean
}

/** Why nothing can be changed or added here, with the way to the setting where the reader may change it. */
export function LimitNotice({ merchantId, overview, mayChange }: LimitNoticeProps) {
  const { role } = useSessionUser()
  if (overview.locked) return <Notice tone="neutral">{overview.locked}</Notice>
  if (!overview.addRefusal || !mayChange) return null
  const to = role === adminRole ? `/merchants?id=${merchantId}` : '/merchants/onboarding/settings'
  return (
    <Notice
      tone="info"
      action={
        !overview.allowMultipleLocations && (
          <ButtonLink to={to} size="sm">
            Open settings
          </ButtonLink>
        )
      }
    >
      {overview.addRefusal}
    </Notice>
  )
}

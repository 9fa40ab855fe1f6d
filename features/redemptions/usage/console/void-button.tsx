import { IconBan } from '@tabler/icons-react'
import { useCan, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { redemptionPermissions } from '../../permissions'
import { voidRefusals } from '../../refusals'
import type { UsageRow } from '../contract'
import { voidRefusal } from '../rules'

const VoidDialog = deferred(async () => (await import('./void-dialog')).VoidDialog)

type VoidButtonProps = { row: UsageRow; timeZone: string; opened: boolean; onOpen: () => void; onClose: () => void }

/** Disabled with the reason where this reader may not. */
export function VoidButton({ row, timeZone, opened, onOpen, onClose }: VoidButtonProps) {
  const now = useNow()
  const { role } = useSessionUser()
  const can = useCan(redemptionPermissions, 'redemption.void')
  const refusal = voidRefusal({ ...row, role }, now, timeZone)
  return (
    <>
      <PermissionButton
        size="sm"
        icon={IconBan}
        disabledReason={can.reason ?? (refusal ? voidRefusals[refusal].text : undefined)}
        onClick={onOpen}
      >
        Void redemption
      </PermissionButton>
      {opened && <VoidDialog row={row} timeZone={timeZone} onClose={onClose} />}
    </>
  )
}

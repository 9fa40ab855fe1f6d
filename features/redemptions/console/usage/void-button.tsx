import { IconBan } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { redemptionPermissions } from '../../permissions'
import type { UsageRow } from '../../usage/contract'
import { voidRefusal, voidRefusals } from '../../usage/rules'
import { useCan, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'

const VoidDialog = lazy(async () => ({ default: (await import('./void-dialog')).VoidDialog }))

/** Gone once it is voided; disabled with the reason where this reader may not. */
export function VoidButton({ row, timeZone }: { row: UsageRow; timeZone: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const now = useNow()
  const { role } = useSessionUser()
  const can = useCan(redemptionPermissions, 'redemption.void')
  const refusal = voidRefusal({ ...row, role }, now, timeZone)
  if (refusal === 'ALREADY_VOIDED' && !isOpen) return null
  return (
    <>
      <PermissionButton
        variant="danger"
        icon={IconBan}
        disabledReason={can.reason ?? (refusal ? voidRefusals[refusal] : undefined)}
        onClick={() => setIsOpen(true)}
      >
        Void redemption
      </PermissionButton>
      {isOpen && (
        <Suspense>
          <VoidDialog row={row} timeZone={timeZone} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

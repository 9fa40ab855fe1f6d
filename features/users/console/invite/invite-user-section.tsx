import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { userPermissions } from '../../permissions'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'

const InviteUserDialog = lazy(async () => ({ default: (await import('./invite-user-dialog')).InviteUserDialog }))

interface InviteUserProps {
  opened: boolean
  onOpen: () => void
  onClose: () => void
  onShow: (userId: string) => void
}

/** The button with its dialog. An address that asks for the dialog opens it only for whoever may invite. */
export function InviteUser({ opened, onOpen, onClose, onShow }: InviteUserProps) {
  const { allowed, reason } = useCan(userPermissions, 'user.invite')
  useShortcuts(allowed ? [{ keys: 'c', label: 'Invite user', section: 'List', run: onOpen }] : [])
  return (
    <>
      <PermissionButton
        variant={allowed ? 'primary' : 'default'}
        icon={IconUserPlus}
        shortcut={allowed ? 'C' : undefined}
        disabledReason={reason ?? undefined}
        onClick={onOpen}
      >
        Invite user
      </PermissionButton>
      {opened && allowed && (
        <Suspense fallback={null}>
          <InviteUserDialog onClose={onClose} onShow={onShow} />
        </Suspense>
      )}
    </>
  )
}

import { IconUserPlus } from '@tabler/icons-react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { userPermissions } from '../../permissions'

const InviteUserDialog = deferred(async () => (await import('./invite-user-dialog')).InviteUserDialog)

interface InviteUserProps {
  opened: boolean
  onOpen: () => void
  onClose: () => void
  onShow: (userId: string) => void
}

/** The button with its dialog. An address that asks for the dialog opens it only for whoever may invite. */
export function InviteUser({ opened, onOpen, onClose, onShow }: InviteUserProps) {
  const { allowed, reason } = useCan(userPermissions, 'user.invite')
  useIdlePreload(InviteUserDialog, allowed)
  return (
    <>
      <CommandButton
        variant="primary"
        command={{
          id: 'users.invite',
          label: 'Invite user',
          icon: IconUserPlus,
          keys: 'c',
          because: reason ?? undefined,
          run: onOpen,
        }}
      />
      {opened && allowed && <InviteUserDialog onClose={onClose} onShow={onShow} />}
    </>
  )
}

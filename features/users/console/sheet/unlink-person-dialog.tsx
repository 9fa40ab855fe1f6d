import { useRecentChange } from '@quaff/features/sign-in/reauthentication/console/recent-change-widget'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { UserRecord } from '../../contract'
import { nameOf } from '../user-commands-widget'
import { usersApi } from '../user-queries'

export function UnlinkPersonDialog({ opened, onClose }: { opened: UserRecord; onClose: () => void }) {
  const name = nameOf(opened)
  const guard = useCloseGuard(false, onClose)
  const change = useRecentChange({
    key: usersApi.key(),
    call: () => usersApi.unlinkSingleSignOn.call({ userId: opened.id, version: opened.version }),
    onDone: () => {
      notifySuccess('Single sign-on unlinked', `${name} was signed out everywhere and is mailed.`)
      onClose()
    },
  })
  if (change.gate.asking)
    return (
      <ConfirmIdentityDialog
        gate={change.gate}
        description="The account is unlinked only after you confirm."
        action="Confirm and unlink"
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={`Unlink ${name}?`}
      description="For people who have another account at the identity provider by now. They are signed out everywhere; their next sign-in there links it, where it vouches for their address."
      guard={guard}
      saving={change}
      failed="The account was not unlinked"
      button="Unlink"
      danger
    />
  )
}

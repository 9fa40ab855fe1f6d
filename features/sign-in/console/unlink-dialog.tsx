import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import { useRecentChange, ConfirmIdentityDialog } from './recent-sign-in-widget'
import { signInApi } from './sign-in-queries'

export function UnlinkDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const guard = useCloseGuard(false, onClose)
  const change = useRecentChange({
    key: signInApi.singleSignOn.key(),
    call: () => signInApi.unlinkSingleSignOn.call({}),
    onDone: () => {
      notifySuccess(`Unlinked from ${isolated(name)}`)
      onClose()
    },
  })
  if (change.gate.asking)
    return <ConfirmIdentityDialog gate={change.gate} action="Confirm and unlink" onClose={onClose} />
  return (
    <FormDialog
      title={`Unlink from ${isolated(name)}?`}
      description={`Your other sign-in methods haven’t changed. Signing in with ${isolated(name)} links your account again.`}
      guard={guard}
      saving={change}
      failed="Couldn’t unlink your account"
      button="Unlink"
      danger
    />
  )
}

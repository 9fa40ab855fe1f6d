import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import { RecentFormDialog, useRecentChange } from './recent-sign-in-widget'
import { signInApi } from './sign-in-queries'

export function UnlinkDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const change = useRecentChange({
    key: signInApi.singleSignOn.key(),
    call: () => signInApi.unlinkSingleSignOn.call({}),
    onDone: () => {
      notifySuccess(`Unlinked from ${isolated(name)}`)
      onClose()
    },
  })
  return (
    <RecentFormDialog
      title={`Unlink from ${isolated(name)}?`}
      description={`Your other sign-in methods haven’t changed. Signing in with ${isolated(name)} links your account again.`}
      change={change}
      confirm="Confirm and unlink"
      onClose={onClose}
      failed="Couldn’t unlink your account"
      button="Unlink"
      danger
    />
  )
}

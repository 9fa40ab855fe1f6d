import { useRecentChange } from '@quaff/features/sign-in/console/recent-change-widget'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { ApiKey } from '../contract'
import { apiKeysApi } from './api-keys-queries'

export function RevokeKeyDialog({ opened, onClose }: { opened: ApiKey; onClose: () => void }) {
  const guard = useCloseGuard(false, onClose)
  const change = useRecentChange({
    key: apiKeysApi.key(),
    call: () => apiKeysApi.revoke.call({ keyId: opened.id, version: opened.version }),
    onDone: () => {
      notifySuccess('Key revoked')
      onClose()
    },
  })
  if (change.gate.asking)
    return <ConfirmIdentityDialog gate={change.gate} action="Confirm and revoke" onClose={onClose} />
  return (
    <FormDialog
      title={`Revoke ${opened.name}?`}
      description="Requests with this key will fail immediately. This can’t be undone."
      guard={guard}
      saving={change}
      failed="Couldn’t revoke the key"
      button="Revoke key"
      danger
    />
  )
}

import { RotateDialog } from '@quaff/features/sign-in/console/rotate-dialog-widget'
import type { Endpoint } from '../contract'
import { SecretDialog } from './secret-dialog'
import { hostOf } from './webhook-looks'
import { webhooksApi } from './webhooks-queries'

export function RotateSecretDialog({ opened, onClose }: { opened: Endpoint; onClose: () => void }) {
  return (
    <RotateDialog
      what={`the secret of ${hostOf(opened)}`}
      description="Requests carry both signatures until the old secret ends."
      secrets="secret"
      goesOn="goes on signing"
      queryKey={webhooksApi.key()}
      rotate={(oldUntil) => webhooksApi.rotate.call({ endpointId: opened.id, version: opened.version, oldUntil })}
      show={(shown) => <SecretDialog shown={shown} onClose={onClose} />}
      onClose={onClose}
    />
  )
}

import { RotateDialog } from '@quaff/features/sign-in/console/rotate-dialog-widget'
import { SecretsDialog } from '@quaff/platform/console/display/secrets-dialog'
import type { Endpoint, ShownEndpoint } from '../contract'
import { hostOf, verificationExample } from './webhook-status-meta'
import { webhooksApi } from './webhooks-queries'

export function SecretDialog({ shown, onClose }: { shown: ShownEndpoint; onClose: () => void }) {
  return (
    <SecretsDialog
      title={`The secret of ${hostOf(shown)}`}
      warning="You won’t see it again. Anyone with this secret can forge our requests."
      secrets={[{ label: 'Secret', value: shown.secret }]}
      example={{ title: 'Verify requests', label: 'Code that verifies a request', text: verificationExample }}
      onClose={onClose}
    />
  )
}

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

import { SecretsDialog } from '@quaff/platform/console/display/secrets-dialog'
import type { ShownEndpoint } from '../contract'
import { hostOf, verificationExample } from './webhook-looks'

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

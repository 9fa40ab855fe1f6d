import { SecretsDialog } from '@quaff/platform/console/display/secrets/secrets-dialog'
import type { ShownEndpoint } from '../../contract'
import { hostOf, verificationExample } from '../webhook-looks'

export function SecretDialog({ shown, onClose }: { shown: ShownEndpoint; onClose: () => void }) {
  return (
    <SecretsDialog
      title={`The secret of ${hostOf(shown)}`}
      warning="It is shown only this once. Whoever has it can write requests that look like ours."
      secrets={[{ label: 'Secret', value: shown.secret }]}
      example={{ title: 'Check what you receive', label: 'Code that checks a request', text: verificationExample }}
      onClose={onClose}
    />
  )
}

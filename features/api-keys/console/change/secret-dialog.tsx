import { SecretsDialog } from '@quaff/platform/console/display/secrets/secrets-dialog'
import type { ShownKey } from '../../contract'
import { isReading } from '../../rules'
import { requestExample } from '../request-example'

export function SecretDialog({ shown, onClose }: { shown: ShownKey; onClose: () => void }) {
  // What is only read has no body to sign, and a key never gets another right.
  const signs = !shown.scopes.every(isReading)
  const secret = {
    label: 'Secret',
    description: 'Goes with every request, after “Authorization: Bearer”.',
    value: shown.secret,
  }
  const signing = {
    label: 'Signing secret',
    description: 'Signs the body of what is sent. It never goes with a request.',
    value: shown.signingSecret,
  }
  return (
    <SecretsDialog
      title={signs ? `The secrets of ${shown.name}` : `The secret of ${shown.name}`}
      warning={
        signs
          ? 'They are shown only this once. Whoever has both can do what the key may do.'
          : 'It is shown only this once. Whoever has it reads what the key may read.'
      }
      secrets={signs ? [secret, signing] : [secret]}
      example={requestExample(shown.scopes, window.location.origin)}
      onClose={onClose}
    />
  )
}

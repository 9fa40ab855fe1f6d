import { SecretsDialog } from '@quaff/platform/console/display/secrets-dialog'
import type { ShownKey } from '../contract'
import { isReading } from '../rules'
import { requestExample } from './request-example'

export function SecretDialog({ shown, onClose }: { shown: ShownKey; onClose: () => void }) {
  // What is only read has no body to sign, and a key never gets another right.
  const signs = !shown.scopes.every(isReading)
  const secret = {
    label: 'Secret',
    description: 'Send it with every request, after “Authorization: Bearer”',
    value: shown.secret,
  }
  const signing = {
    label: 'Signing secret',
    description: 'Use it to sign request bodies. Never send it.',
    value: shown.signingSecret,
  }
  return (
    <SecretsDialog
      title={signs ? `The secrets of ${shown.name}` : `The secret of ${shown.name}`}
      warning={
        signs
          ? 'You won’t see these again. Anyone who has both can use this key.'
          : 'You won’t see it again. Anyone who has it can use this key.'
      }
      secrets={signs ? [secret, signing] : [secret]}
      example={requestExample(shown.scopes, window.location.origin)}
      onClose={onClose}
    />
  )
}

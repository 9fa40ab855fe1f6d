import { RecentFormDialog, useRecentChange } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { RotateDialog } from '@quaff/features/sign-in/console/rotate-dialog-widget'
import { SecretsDialog } from '@quaff/platform/console/display/secrets-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { ApiKey, ShownKey } from '../contract'
import { isReading } from '../rules'
import { apiKeysApi } from './api-keys-queries'
import { requestExample } from './request-example'

export function SecretDialog({ shown, onClose }: { shown: ShownKey; onClose: () => void }) {
  // Keys that only read sign nothing, and the scopes of a key never change.
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
      title={signs ? `The secrets of ${isolated(shown.name)}` : `The secret of ${isolated(shown.name)}`}
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

export function RotateKeyDialog({ opened, onClose }: { opened: ApiKey; onClose: () => void }) {
  const gets = opened.scopes.every(isReading) ? 'a new secret' : 'a new secret and a new signing secret'
  return (
    <RotateDialog
      what={`the secrets of ${isolated(opened.name)}`}
      description={`The key gets ${gets} and keeps its permissions.`}
      secrets="secrets"
      goesOn="go on working"
      goesOnText={(isCutOff) =>
        isCutOff ? 'Requests with the old secret will fail immediately.' : 'The old secret keeps working until then.'
      }
      queryKey={apiKeysApi.key()}
      rotate={(oldUntil) => apiKeysApi.rotate.call({ keyId: opened.id, version: opened.version, oldUntil })}
      show={(shown) => <SecretDialog shown={shown} onClose={onClose} />}
      onClose={onClose}
    />
  )
}

export function RevokeKeyDialog({ opened, onClose }: { opened: ApiKey; onClose: () => void }) {
  const change = useRecentChange({
    key: apiKeysApi.key(),
    call: () => apiKeysApi.revoke.call({ keyId: opened.id, version: opened.version }),
    onDone: () => {
      notifySuccess('Key revoked')
      onClose()
    },
  })
  return (
    <RecentFormDialog
      title={`Revoke ${isolated(opened.name)}?`}
      description="Requests with this key will fail immediately. This can’t be undone."
      change={change}
      confirm="Confirm and revoke"
      onClose={onClose}
      failed="Couldn’t revoke the key"
      button="Revoke key"
      danger
    />
  )
}

import { RotateDialog } from '@quaff/features/sign-in/console/rotate-dialog-widget'
import type { ApiKey } from '../contract'
import { isReading } from '../rules'
import { apiKeysApi } from './api-keys-queries'
import { SecretDialog } from './secret-dialog'

export function RotateKeyDialog({ opened, onClose }: { opened: ApiKey; onClose: () => void }) {
  const gets = opened.scopes.every(isReading) ? 'a new secret' : 'a new secret and a new signing secret'
  return (
    <RotateDialog
      what={`the secrets of ${opened.name}`}
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

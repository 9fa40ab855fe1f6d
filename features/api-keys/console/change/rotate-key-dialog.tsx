import { Input } from '@mantine/core'
import { useState } from 'react'
import { useRecentChange } from '@quaff/features/sign-in/reauthentication/console/recent-change-widget'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { now } from '@quaff/platform/console/clock'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { keyLimits, type ApiKey, type ShownKey } from '../../contract'
import { isReading } from '../../rules'
import { apiKeysApi } from '../api-keys-queries'
import { SecretDialog } from './secret-dialog'

const hourMs = 3_600_000
const overlapLabels: Record<string, string> = { 0: 'Not at all', 1: '1 hour', 24: '1 day', 168: '7 days' }
const overlaps = keyLimits.overlapHours.map((hours) => ({
  value: String(hours),
  label: overlapLabels[hours] ?? `${hours} hours`,
}))

export function RotateKeyDialog({ opened, onClose }: { opened: ApiKey; onClose: () => void }) {
  const [hours, setHours] = useState('24')
  const [shown, setShown] = useState<ShownKey>()
  const guard = useCloseGuard(false, onClose)
  const change = useRecentChange({
    key: apiKeysApi.key(),
    call: () => {
      const oldUntil = hours === '0' ? null : new Date(now().getTime() + Number(hours) * hourMs)
      return apiKeysApi.rotate.call({ keyId: opened.id, version: opened.version, oldUntil })
    },
    onDone: setShown,
  })
  if (shown) return <SecretDialog shown={shown} onClose={onClose} />
  if (change.gate.asking)
    return (
      <ConfirmIdentityDialog
        gate={change.gate}
        description="The secrets are made only after you confirm."
        action="Confirm and rotate"
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={`Rotate the secrets of ${opened.name}`}
      description={
        opened.scopes.every(isReading)
          ? 'The key gets a new secret. What it may do does not change.'
          : 'The key gets a new secret and a new signing secret. What it may do does not change.'
      }
      guard={guard}
      saving={change}
      failed="The secrets were not rotated"
      button="Rotate secrets"
    >
      <Input.Wrapper
        label="The old secrets go on working"
        labelElement="div"
        description={
          hours === '0'
            ? 'Whatever uses them is refused at once.'
            : 'Time enough to put the new ones wherever the key is used.'
        }
        inputWrapperOrder={['label', 'input', 'description']}
      >
        <div className="q-row">
          <Segmented label="The old secrets go on working" value={hours} options={overlaps} onChange={setHours} />
        </div>
      </Input.Wrapper>
    </FormDialog>
  )
}

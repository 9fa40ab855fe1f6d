import { Input } from '@mantine/core'
import { useState } from 'react'
import { useRecentChange } from '@quaff/features/sign-in/reauthentication/console/recent-change-widget'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { now } from '@quaff/platform/console/clock'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { webhookLimits, type Endpoint, type ShownEndpoint } from '../../contract'
import { hostOf } from '../webhook-looks'
import { webhooksApi } from '../webhooks-queries'
import { SecretDialog } from './secret-dialog'

const labels: Record<string, string> = { 0: 'Not at all', 1: '1 hour', 24: '1 day', 168: '7 days' }
const overlaps = webhookLimits.overlapHours.map((hours) => ({
  value: String(hours),
  label: labels[hours] ?? `${hours} hours`,
}))

export function RotateSecretDialog({ opened, onClose }: { opened: Endpoint; onClose: () => void }) {
  const [hours, setHours] = useState('24')
  const [shown, setShown] = useState<ShownEndpoint>()
  const guard = useCloseGuard(false, onClose)
  const change = useRecentChange({
    key: webhooksApi.key(),
    call: () => {
      const oldUntil = hours === '0' ? null : new Date(now().getTime() + Number(hours) * 3_600_000)
      return webhooksApi.rotate.call({ endpointId: opened.id, version: opened.version, oldUntil })
    },
    onDone: setShown,
  })
  if (shown) return <SecretDialog shown={shown} onClose={onClose} />
  if (change.gate.asking)
    return (
      <ConfirmIdentityDialog
        gate={change.gate}
        description="The secret is made only after you confirm."
        action="Confirm and rotate"
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={`Rotate the secret of ${hostOf(opened)}`}
      description="The endpoint gets a new secret. Until the old one ends, each request carries a signature of both."
      guard={guard}
      saving={change}
      failed="The secret was not rotated"
      button="Rotate secret"
    >
      <Input.Wrapper label="The old secret goes on signing" labelElement="div">
        <div className="q-row">
          <Segmented label="The old secret goes on signing" value={hours} options={overlaps} onChange={setHours} />
        </div>
      </Input.Wrapper>
    </FormDialog>
  )
}

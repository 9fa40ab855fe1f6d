import { Input } from '@mantine/core'
import { useState } from 'react'
import { useRecentChange } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { now } from '@quaff/platform/console/clock'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { Endpoint } from '../contract'
import { hostOf } from './webhook-status-meta'
import { webhooksApi } from './webhooks-queries'

const spans = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
] as const

export function ReplayDialog({ opened, onClose }: { opened: Endpoint; onClose: () => void }) {
  const [hours, setHours] = useState<string>('24')
  const guard = useCloseGuard(false, onClose)
  const change = useRecentChange({
    key: webhooksApi.key(),
    call: () => {
      const since = new Date(now().getTime() - Number(hours) * 3_600_000)
      return webhooksApi.replayFailed.call({ endpointId: opened.id, since })
    },
    onDone: ({ replayed }) => {
      notifySuccess(replayed === 1 ? '1 delivery replayed' : `${replayed} deliveries replayed`, hostOf(opened))
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Replay failed deliveries to ${hostOf(opened)}`}
      description="Each keeps its ID, so your system can skip duplicates."
      guard={guard}
      saving={change}
      failed="Couldn’t replay"
      button="Replay"
    >
      <Input.Wrapper label="Failed deliveries of the last" labelElement="div">
        <div className="q-row">
          <Segmented label="Failed deliveries of the last" value={hours} options={spans} onChange={setHours} />
        </div>
      </Input.Wrapper>
    </FormDialog>
  )
}

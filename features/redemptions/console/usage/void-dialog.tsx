import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { DateText } from '@quaff/platform/console/display/date-time'
import { Notice } from '@quaff/platform/console/display/notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { readableText } from '@quaff/platform/shared/text'
import { usageLimits, voidReasonMissing, type UsageRow } from '../../usage/contract'
import { redemptionsApi } from '../redemption-queries'
import { nameOf } from './usage-words'

type VoidDialogProps = { row: UsageRow; timeZone: string; onClose: () => void }

export function VoidDialog({ row, timeZone, onClose }: VoidDialogProps) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const refresh = () => client.invalidateQueries({ queryKey: redemptionsApi.key() })
  const voiding = useMutation(
    redemptionsApi.void.mutationOptions({
      onSuccess: async () => {
        notifySuccess('Redemption voided', 'It no longer counts anywhere.')
        onClose()
        await refresh()
      },
      // Somebody else may have been faster: what is shown behind must say so.
      onError: () => void refresh(),
    }),
  )
  const send = () => {
    // Asked without the schema, whose library would then come with the first page.
    if (readableText(reason) === '') return setFault(voidReasonMissing)
    if (!voiding.isPending) voiding.mutate({ redemptionId: row.id, redeemedAt: row.redeemedAt, reason })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Void this redemption?"
      description="It leaves every count and does not use up the pass. It stays in the history, struck out, and cannot be brought back."
      keepOnOutsideClick={reason !== ''}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" loading={voiding.isPending}>
            Void redemption
          </Button>
        </>
      }
    >
      <p>
        <b className="q-strong">{nameOf(row)}</b>, {row.planName} at {row.locationName},{' '}
        <DateText value={row.redeemedAt} style="datetime" timeZone={timeZone} />
      </p>
      <Textarea
        label="Reason"
        description="Everybody who sees this redemption can read it."
        required
        data-autofocus
        rows={3}
        maxLength={usageLimits.reasonLength}
        value={reason}
        error={fault}
        onChange={(event) => {
          setFault(undefined)
          setReason(event.currentTarget.value)
        }}
      />
      {voiding.error && (
        <Notice tone="danger" title="Nothing was changed" announce>
          {voiding.error.message}
        </Notice>
      )}
    </Dialog>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DateText } from '@quaff/platform/console/display/date-time'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { ReasonField } from '@quaff/platform/console/forms/reason-field'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { voidReasonField, type UsageRow } from '../../usage/contract'
import { redemptionsApi } from '../redemption-queries'
import { nameOf } from './usage-words'

type VoidDialogProps = { row: UsageRow; timeZone: string; onClose: () => void }

export function VoidDialog({ row, timeZone, onClose }: VoidDialogProps) {
  const client = useQueryClient()
  const reason = useTyped(voidReasonField)
  const guard = useCloseGuard(reason.isDirty, onClose)
  const refresh = () => client.invalidateQueries({ queryKey: redemptionsApi.key() })
  const voiding = useMutation(
    redemptionsApi.void.mutationOptions({
      onSuccess: async () => {
        notifySuccess('Redemption voided', 'It no longer counts anywhere.')
        guard.leave()
        await refresh()
      },
      // Somebody else may have been faster: what is shown behind must say so.
      onError: () => void refresh(),
    }),
  )
  const submit = () => {
    const why = reason.read()
    if (why === undefined || voiding.isPending) return
    voiding.mutate({ redemptionId: row.id, redeemedAt: row.redeemedAt, reason: why })
  }
  return (
    <FormDialog
      title="Void this redemption?"
      description="It leaves every count and does not use up the pass. It stays in the history, struck out, and cannot be brought back."
      guard={guard}
      saving={{ busy: voiding.isPending, problem: voiding.error?.message, submit }}
      failed="Nothing was changed"
      button="Void redemption"
      danger
    >
      <p>
        <b className="q-strong">{nameOf(row)}</b>, {row.planName} at {row.locationName},{' '}
        <DateText value={row.redeemedAt} style="datetime" timeZone={timeZone} />
      </p>
      <ReasonField typed={reason} description="Everybody who sees this redemption can read it." />
    </FormDialog>
  )
}

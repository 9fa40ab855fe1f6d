import { DateText } from '@quaff/platform/console/display/date-time'
import { ReasonField } from '@quaff/platform/console/forms/field-inputs'
import { useVerb } from '@quaff/platform/console/forms/use-save'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import { redemptionsApi } from '../../console/redemption-queries'
import { voidReasonField, type UsageRow } from '../contract'
import { nameOf } from './usage-labels'

type VoidDialogProps = { row: UsageRow; timeZone: string; onClose: () => void }

export function VoidDialog({ row, timeZone, onClose }: VoidDialogProps) {
  const verb = useVerb({ what: 'redemption', opened: row, keys: [redemptionsApi.key()] })
  const reason = useTyped(voidReasonField)
  return (
    <VerbDialog
      verb={verb}
      title="Void this redemption?"
      description="It no longer counts or uses up the allowance, and stays in the history as voided. This can’t be undone."
      button="Void redemption"
      danger
      fields={{ reason }}
      failed="Couldn’t void the redemption"
      check={reason.check}
      call={({ id: redemptionId, redeemedAt }) =>
        redemptionsApi.void.call({ redemptionId, redeemedAt, reason: reason.text })
      }
      onDone={() => {
        notifySuccess('Redemption voided')
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        <b className="q-strong">{nameOf(row)}</b>, {isolated(row.planName)} at {isolated(row.locationName)},{' '}
        <DateText value={row.redeemedAt} style="datetime" timeZone={timeZone} />
      </p>
      <ReasonField typed={reason} description="Anyone who can see this redemption can read it." />
    </VerbDialog>
  )
}

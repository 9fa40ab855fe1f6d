import { Textarea } from '@mantine/core'
import { DateText } from '@quaff/platform/console/display/date-time'
import { useTypedText } from '@quaff/platform/console/forms/verb/use-typed-text'
import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { readableText } from '@quaff/platform/shared/text'
import { usageLimits, voidReasonMissing, type UsageRow } from '../../usage/contract'
import { redemptionsApi } from '../redemption-queries'
import { nameOf } from './usage-words'

type VoidDialogProps = { row: UsageRow; timeZone: string; onClose: () => void }

export function VoidDialog({ row, timeZone, onClose }: VoidDialogProps) {
  const verb = useVerb({ what: 'redemption', opened: row, keys: [redemptionsApi.key()] })
  // Asked without the schema, whose library would then come with the first page.
  const reason = useTypedText((typed) => readableText(typed) === '' && voidReasonMissing)
  return (
    <VerbDialog
      verb={verb}
      title="Void this redemption?"
      description="It leaves every count and does not use up the pass. It stays in the history, struck out, and cannot be brought back."
      button="Void redemption"
      danger
      dirty={reason.dirty}
      refused="Nothing was changed"
      check={reason.check}
      call={({ id: redemptionId, redeemedAt }) =>
        redemptionsApi.void.call({ redemptionId, redeemedAt, reason: reason.text })
      }
      onDone={() => {
        notifySuccess('Redemption voided', 'It no longer counts anywhere.')
        onClose()
      }}
      onClose={onClose}
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
        {...reason.field}
      />
    </VerbDialog>
  )
}

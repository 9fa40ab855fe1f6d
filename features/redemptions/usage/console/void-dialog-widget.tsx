import { Button } from '@quaff/platform/console/controls/button'
import { DateText } from '@quaff/platform/console/display/formats'
import { ReasonField, useTyped } from '@quaff/platform/console/forms/field-inputs'
import { useVerb } from '@quaff/platform/console/forms/use-save'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import { redemptionsApi } from '../../console/redemption-queries'
import { voidReasonField, type UsageRow } from '../../usage-contract'
import { nameOf } from './usage-labels'

const usualReasons = ['Scanned twice', 'Wrong customer', 'Drink not made'] as const

type VoidDialogProps = { row: UsageRow; timeZone: string; title?: string; onClose: () => void }

/** A void can't be undone, so Cancel has the focus. */
export function VoidDialog({ row, timeZone, title = 'Void this redemption?', onClose }: VoidDialogProps) {
  const verb = useVerb({ what: 'redemption', opened: row, keys: [redemptionsApi.key()] })
  const reason = useTyped(voidReasonField)
  return (
    <VerbDialog
      verb={verb}
      title={title}
      description="It no longer counts or uses up the allowance, and stays in the history as voided. This can’t be undone."
      button="Void redemption"
      danger
      // A reason of one tap is not asked for when it is discarded.
      fields={usualReasons.some((usual) => usual === reason.value) ? {} : { reason }}
      failed="Couldn’t void the redemption"
      check={reason.check}
      call={({ id: redemptionId, redeemedAt }) =>
        redemptionsApi.void.call({ redemptionId, redeemedAt, reason: reason.text })
      }
      onDone={() => {
        notifySuccess('Redemption voided', `${isolated(nameOf(row))}, ${isolated(row.planName)}`)
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        <b className="q-strong">{nameOf(row)}</b>, {isolated(row.planName)} at {isolated(row.locationName)},{' '}
        <DateText value={row.redeemedAt} style="datetime" timeZone={timeZone} />
      </p>
      <div className="q-row q-wrap" role="group" aria-label="Usual reasons">
        {usualReasons.map((usual) => (
          <Button
            key={usual}
            size="sm"
            aria-pressed={reason.value === usual}
            onClick={() => {
              reason.forgive()
              reason.set(usual)
            }}
          >
            {usual}
          </Button>
        ))}
      </div>
      <ReasonField typed={reason} isFirst={false} description="Anyone who can see this redemption can read it." />
    </VerbDialog>
  )
}

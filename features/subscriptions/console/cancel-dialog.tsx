import { now } from '@quaff/platform/console/clock'
import { ChoiceCard } from '@quaff/platform/console/controls/choice-card'
import { formatDate } from '@quaff/platform/console/display/date-time'
import { Notice } from '@quaff/platform/console/display/notice'
import { ReasonField } from '@quaff/platform/console/forms/reason-field'
import { useChoice, useTyped } from '@quaff/platform/console/forms/use-typed'
import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { SubscriptionRecord } from '../contract'
import { endingReasonField, type EndingTime } from '../ending/contract'
import { consequences, noPeriodEndReason } from './ending-words'
import { subscriberNameOf } from './subscription-name'
import { subscriptionsApi } from './subscription-queries'
import classes from './cancel-dialog.module.css'

type CancelDialogProps = { record: SubscriptionRecord; timeZone: string; onClose: () => void }

/** Ends a subscription now or with its period: says what happens to the pass and to the money before it does. */
export function CancelDialog({ record, timeZone, onClose }: CancelDialogProps) {
  // The version that was looked at: what somebody else saves meanwhile must not be ended unseen.
  const verb = useVerb({
    what: 'subscription',
    opened: record,
    keys: [subscriptionsApi.key()],
    load: ({ id: subscriptionId }) => subscriptionsApi.get.call({ subscriptionId }),
  })
  const { row: seen } = verb
  const noPeriodEnd = noPeriodEndReason(seen, now())
  const chosen = useChoice<EndingTime>('period_end')
  const when = noPeriodEnd === undefined ? chosen.value : 'now'
  const reason = useTyped(endingReasonField)
  return (
    <VerbDialog
      verb={verb}
      title={`Cancel ${subscriberNameOf(seen)}’s subscription?`}
      description={`${seen.planName}, ${seen.merchantName}`}
      button={when === 'now' ? 'Cancel now' : 'Cancel at period end'}
      cancel="Keep subscription"
      danger
      fields={{ when: chosen, reason }}
      check={reason.check}
      call={({ id: subscriptionId, updatedAt: expectedUpdatedAt }) =>
        subscriptionsApi.cancel.call({ subscriptionId, when, reason: reason.text, expectedUpdatedAt })
      }
      onDone={() => {
        notifySuccess(when === 'now' ? 'Subscription canceled' : 'Cancellation scheduled')
        onClose()
      }}
      onClose={onClose}
    >
      <fieldset className={classes.choices}>
        <legend className="q-strong">When does it end?</legend>
        {noPeriodEnd === undefined && (
          <ChoiceCard
            name="when"
            value="period_end"
            checked={when === 'period_end'}
            onSelect={() => chosen.set('period_end')}
            title="At the end of the period"
            description={`They can use the pass until ${formatDate(seen.currentPeriodEnd, 'date', { timeZone })}.`}
          />
        )}
        <ChoiceCard
          name="when"
          value="now"
          checked={when === 'now'}
          onSelect={() => chosen.set('now')}
          title="Now"
          description="The pass stops working right away."
        />
        {noPeriodEnd !== undefined && <p className="q-caption">{noPeriodEnd}</p>}
      </fieldset>
      <Notice tone={when === 'now' ? 'warn' : 'info'} title="What happens">
        {consequences(seen, when, timeZone).join(' ')}
      </Notice>
      <ReasonField typed={reason} description="Only administrators see this." isFirst={false} />
    </VerbDialog>
  )
}

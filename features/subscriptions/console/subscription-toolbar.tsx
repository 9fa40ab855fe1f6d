import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { RecordRefundDialog, useRefundable } from '@quaff/features/charge-refunds/console/charge-refunds-widget'
import { useCan, useCommandContext } from '@quaff/features/sessions/console/session-widget'
import { now } from '@quaff/platform/console/clock'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { ChoiceCard } from '@quaff/platform/console/controls/choices'
import { formatDate, toMoment, formatMoney } from '@quaff/platform/console/display/formats'
import { inZone } from '@quaff/platform/console/display/measured-labels'
import { Notice } from '@quaff/platform/console/display/panel'
import { ReasonField, useChoice, useTyped } from '@quaff/platform/console/forms/field-inputs'
import { useVerb } from '@quaff/platform/console/forms/use-save'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { offeredOf, useRecordCommands } from '@quaff/platform/console/frame/command'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { SubscriptionRecord } from '../contract'
import { endingReasonField, type EndingTime } from '../ending-contract'
import { subscriptionPermissions } from '../permissions'
import { type SubscriptionAction, subscriptionCommands } from './subscription-commands-widget'
import { subscriberNameOf } from './subscription-name'
import { subscriptionsApi } from './subscription-queries'
import classes from './subscriptions.module.css'

export function SubscriptionToolbar({ record, timeZone }: { record: SubscriptionRecord; timeZone: string }) {
  const context = useCommandContext()
  const may = useCan(subscriptionPermissions, 'subscription.cancel')
  const [asking, setAsking] = useState<SubscriptionAction>()
  const refundable = useRefundable(record)
  const subject = { ...record, isRefundable: refundable === undefined ? null : refundable !== null }
  useRecordCommands(subscriptionCommands, subject, context, setAsking)
  const keep = useWrite<SubscriptionRecord, false>({
    call: ({ id: subscriptionId, updatedAt: expectedUpdatedAt }) =>
      subscriptionsApi.keep.call({ subscriptionId, expectedUpdatedAt }),
    keys: [subscriptionsApi.key()],
    next: (cancelAtPeriodEnd) => ({ cancelAtPeriodEnd, endsAt: null }),
    failed: 'Couldn’t keep the subscription',
    done: () => ({ title: 'Subscription kept', message: 'It renews as before.' }),
  })
  const close = () => setAsking(undefined)
  const name = `${isolated(subscriberNameOf(record))}, ${isolated(record.planName)}`
  return (
    <div className="q-row q-wrap">
      {record.status !== 'canceled' && record.endsAt && record.endedBy !== null && (
        <PermissionButton
          size="sm"
          icon={IconRefresh}
          disabledReason={may.reason ?? undefined}
          onClick={() => keep.run(record, false)}
        >
          Keep subscription
        </PermissionButton>
      )}
      {offeredOf(subscriptionCommands, subject, context).map(({ name: action, label, icon, disabledReason }) => (
        <PermissionButton
          key={action}
          size="sm"
          icon={icon}
          disabledReason={disabledReason}
          onClick={() => setAsking(action)}
        >
          {label}…
        </PermissionButton>
      ))}
      {asking === 'cancel' && <CancelDialog record={record} timeZone={timeZone} onClose={close} />}
      {asking === 'refund' && refundable && <RecordRefundDialog charge={{ ...refundable, name }} onClose={close} />}
    </div>
  )
}

type CancelDialogProps = { record: SubscriptionRecord; timeZone: string; onClose: () => void }

function CancelDialog({ record, timeZone, onClose }: CancelDialogProps) {
  // Sends the version that the user saw, so that unseen changes are not canceled.
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
      title={`Cancel ${isolated(subscriberNameOf(seen))}’s subscription?`}
      description={`${isolated(seen.planName)}, ${isolated(seen.merchantName)}`}
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

type Ending = Pick<
  SubscriptionRecord,
  'currentPeriodEnd' | 'charges' | 'status' | 'endsAt' | 'monthlyAmount' | 'currency'
>

/** Returns why it cannot end with its period, or undefined if it can. */
export function noPeriodEndReason({ currentPeriodEnd, endsAt }: Ending, now: Date): string | undefined {
  if (endsAt && endsAt <= currentPeriodEnd) return 'It’s already set to end with this period.'
  return currentPeriodEnd <= now ? 'Its current period is over.' : undefined
}

/** Returns sentences about the effect on the subscriber and the money. */
export function consequences(record: Ending, when: EndingTime, timeZone: string): string[] {
  const { currentPeriodEnd, charges, status, monthlyAmount, currency } = record
  const end = toMoment(currentPeriodEnd) ? formatDate(currentPeriodEnd, 'datetime', { timeZone }) : '—'
  const [last] = charges
  const paid = last
    ? `The ${formatMoney(last.amount, last.currency)} charge from ${formatDate(last.periodStart, 'date', { timeZone })} isn’t refunded.`
    : 'Nothing was charged.'
  const revenue = `Monthly revenue drops by ${formatMoney(monthlyAmount, currency)}${when === 'now' ? '' : ' then'}.`
  const usage =
    when === 'now'
      ? 'The pass stops working right away. This can’t be undone.'
      : `The pass works until ${end}${inZone(timeZone)}. You can keep the subscription until then.`
  return [usage, paid, 'No more charges.', ...(status === 'active' ? [revenue] : [])]
}

import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '@quaff/platform/console/clock'
import { Button } from '@quaff/platform/console/controls/button'
import { ChoiceCard } from '@quaff/platform/console/controls/choice-card'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { SubscriptionRecord } from '../../contract'
import { endingLimits, type EndingTime } from '../../ending/contract'
import { subscriberNameOf } from '../list/subscription-name'
import { subscriptionsApi } from '../subscription-queries'
import { consequences, endingErrorText, noPeriodEndReason } from './ending-words'
import classes from './subscription-sheet.module.css'

type CancelDialogProps = {
  record: SubscriptionRecord
  timeZone: string
  onClose: () => void
  onDone: () => Promise<void>
}

/** Ends a subscription now or with its period: says what happens to the pass and to the money before it does. */
export function CancelDialog({ record, timeZone, onClose, onDone }: CancelDialogProps) {
  // The version that was looked at: what somebody else saves meanwhile must not be ended unseen.
  const client = useQueryClient()
  const [seen, setSeen] = useState(record)
  const noPeriodEnd = noPeriodEndReason(seen, now())
  const [chosen, setChosen] = useState<EndingTime>('period_end')
  const when = noPeriodEnd === undefined ? chosen : 'now'
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const guard = useCloseGuard(reason !== '', onClose)
  const cancel = useMutation(
    subscriptionsApi.cancel.mutationOptions({
      onSuccess: async () => {
        notifySuccess(when === 'now' ? 'Subscription canceled' : 'Subscription ends with its period')
        guard.leave()
        await onDone()
      },
    }),
  )
  const send = () => {
    if (reason.trim() === '') return setFault('Enter a reason.')
    cancel.mutate({ subscriptionId: seen.id, when, reason, expectedUpdatedAt: seen.updatedAt })
  }
  const reload = async () => {
    const input = { subscriptionId: seen.id }
    try {
      setSeen(await client.fetchQuery({ ...subscriptionsApi.get.queryOptions({ input }), staleTime: 0 }))
      cancel.reset()
    } catch (error) {
      notifyError('The subscription could not be loaded', endingErrorText(error))
    }
  }
  return (
    <Dialog
      opened
      onClose={guard.close}
      title={`Cancel the subscription of ${subscriberNameOf(seen)}`}
      description={`${seen.planName}, ${seen.merchantName}`}
      keepOnOutsideClick
      onSubmit={(event) => {
        event.preventDefault()
        if (!guard.asking && !cancel.isPending) send()
      }}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>Go back</Button>
          <Button variant="danger" type="submit" loading={cancel.isPending}>
            {when === 'now' ? 'Cancel it now' : 'Let it end with its period'}
          </Button>
        </GuardedFooter>
      }
    >
      {isStale(cancel.error) && <StaleNotice what="subscription" error={cancel.error} onReload={() => void reload()} />}
      {cancel.error && !isStale(cancel.error) && (
        <Notice tone="danger" announce>
          {endingErrorText(cancel.error)}
        </Notice>
      )}
      <fieldset className={classes.choices}>
        <legend className="q-strong">When does it end?</legend>
        {noPeriodEnd === undefined && (
          <ChoiceCard
            name="when"
            value="period_end"
            checked={when === 'period_end'}
            onSelect={() => setChosen('period_end')}
            title="With its period"
            description="What was paid for can be used up."
          />
        )}
        <ChoiceCard
          name="when"
          value="now"
          checked={when === 'now'}
          onSelect={() => setChosen('now')}
          title="Now"
          description="The pass stops working at once."
        />
        {noPeriodEnd !== undefined && <p className="q-caption">{noPeriodEnd}</p>}
      </fieldset>
      <Notice tone={when === 'now' ? 'warn' : 'info'} title="What happens">
        {consequences(seen, when, timeZone).join(' ')}
      </Notice>
      <Textarea
        label="Reason"
        description="For administrators and the audit log."
        required
        rows={3}
        maxLength={endingLimits.reason}
        value={reason}
        error={fault}
        onChange={(event) => {
          setFault(undefined)
          setReason(event.currentTarget.value)
        }}
      />
    </Dialog>
  )
}

import { IconReceipt } from '@tabler/icons-react'
import { useChargeRefunds } from '@quaff/features/charge-refunds/console/charge-refunds-widget'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { DateRangeText, DateText, counted, formatCount, formatMoney } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { SubscriptionCharge } from '../charges-contract'
import type { SubscriptionRecord } from '../contract'
import { subscriptionPermissions } from '../permissions'
import { BilledAmount } from './billed-amount-widget'
import { subscriptionsApi } from './subscription-queries'
import classes from '@quaff/platform/console/display/rows.module.css'

type ChargesPanelProps = Pick<SubscriptionRecord, 'id' | 'planName' | 'charges' | 'chargeCount'> & {
  subscriberName: string
  timeZone: string
}

/** One line per paid period, each in the currency it was charged in. */
export function ChargesPanel({ id, planName, subscriberName, charges, chargeCount, timeZone }: ChargesPanelProps) {
  const refunds = useChargeRefunds({ subscriptionId: id })
  const name = `${isolated(subscriberName)}, ${isolated(planName)}`
  const shown = formatCount(charges.length)
  const isCut = charges.length < chargeCount
  return (
    <Panel
      title="Charges"
      flush
      footer={
        charges.length > 0 && (
          <span className="q-caption">
            {isCut
              ? `Newest ${shown} of ${counted(chargeCount, 'charge', 'charges')}`
              : counted(chargeCount, 'charge', 'charges')}
          </span>
        )
      }
    >
      {charges.length === 0 ? (
        <EmptyState icon={IconReceipt} title="No charges" text="Trials aren’t charged." />
      ) : (
        <ul aria-label="Charges, newest first">
          {charges.map((charge) => (
            <li key={charge.periodStart.getTime()} className={classes.row}>
              <span className={classes.details}>
                <span>
                  <DateRangeText from={charge.periodStart} to={charge.periodEnd} timeZone={timeZone} />
                </span>
                <span className="q-row q-wrap">
                  <span className="q-caption">
                    recorded <DateText value={charge.recordedAt} timeZone={timeZone} />
                  </span>
                  {refunds.cell({ ...charge, subscriptionId: id, name })}
                </span>
              </span>
              <span className={classes.state}>
                <BilledAmount {...charge} />
                {charge.corrected !== 0 && (
                  <span className="q-caption">{`Corrected by ${formatMoney(charge.corrected, charge.currency)}`}</span>
                )}
                {charge.hold && charge.hold.reason !== 'dispute' && (
                  <>
                    <OverlapText hold={charge.hold} />
                    {!charge.hold.isFinal && (
                      <OverlapToolbar
                        subscriptionId={id}
                        periodStart={charge.periodStart}
                        isPaid={charge.hold.reason === 'paid_overlap'}
                      />
                    )}
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function OverlapText({ hold: { reason, isFinal } }: { hold: NonNullable<SubscriptionCharge['hold']> }) {
  const waiting =
    reason === 'paid_overlap' ? 'Under review: overlaps another paid period' : 'Held: overlaps another period'
  return (
    <span className={`q-caption ${classes.note}`}>{isFinal ? 'Overlaps another period: not paid out' : waiting}</span>
  )
}

type OverlapToolbarProps = { subscriptionId: string; periodStart: Date; isPaid: boolean }

/** Lets administrators decide whether an overlapping charge is paid, or mark a paid one as reviewed. */
function OverlapToolbar({ subscriptionId, periodStart, isPaid }: OverlapToolbarProps) {
  const may = useCan(subscriptionPermissions, 'charge.decide')
  const decide = useWrite<{ id: string }, boolean>({
    call: ({ id }, pays) => subscriptionsApi.decideOverlap.call({ subscriptionId: id, periodStart, pays }),
    keys: [subscriptionsApi.key()],
    failed: 'Couldn’t save the decision',
    done: (_, pays) => {
      if (isPaid) return { title: 'Charge marked as reviewed' }
      return { title: pays ? 'Charge added to the next payout' : 'Charge won’t be paid out' }
    },
  })
  if (may.reason !== null) return null
  if (isPaid)
    return (
      <PermissionButton size="sm" onClick={() => decide.run({ id: subscriptionId }, true)}>
        Mark as reviewed
      </PermissionButton>
    )
  return (
    <span className="q-row">
      <PermissionButton size="sm" onClick={() => decide.run({ id: subscriptionId }, true)}>
        Pay
      </PermissionButton>
      <PermissionButton size="sm" onClick={() => decide.run({ id: subscriptionId }, false)}>
        Don’t pay
      </PermissionButton>
    </span>
  )
}

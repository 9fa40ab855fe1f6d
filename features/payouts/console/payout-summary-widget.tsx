import { useQuery } from '@tanstack/react-query'
import { OpenDisputes } from '@quaff/features/charge-refunds/console/open-disputes-widget'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import {
  DateText,
  formatDate,
  counted,
  formatCount,
  formatMoney,
  formatMoneyChange,
  formatShare,
} from '@quaff/platform/console/display/formats'
import { inZone } from '@quaff/platform/console/display/measured-labels'
import { KeyValue, Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { isolated } from '@quaff/platform/shared/readable-text'
import { periodName } from '../period-rules'
import { payoutPermissions } from '../permissions'
import type { PayoutSummary } from '../statement-contract'
import { payoutsApi } from './payout-queries'
import { payoutAddress } from './payout-search-widget'
import { PayoutStatusPill } from './payout-status-pill'
import { NetText } from './payout-texts'
import classes from './payouts.module.css'

export function PayoutSummaryPanel({ merchantId }: { merchantId: string }) {
  const { allowed } = useCan(payoutPermissions, 'payout.view')
  const query = useQuery(payoutsApi.summary.queryOptions({ input: { merchantId }, enabled: allowed }))
  if (!allowed) return null
  return (
    <Panel title="Payout summary" query={query} lines={6} what="the payout summary">
      {query.data && <Summary summary={query.data} merchantId={merchantId} />}
    </Panel>
  )
}

type NextPayout = { totals: { amountMinor: number; currency: string }[]; note: string; to: string }

/** Returns the payout that is on its way, the closed month or the running one. Undefined while no amount is known. */
export function useNextPayout(merchantId: string): NextPayout | undefined {
  const { allowed } = useCan(payoutPermissions, 'payout.view')
  const { data } = useQuery(payoutsApi.summary.queryOptions({ input: { merchantId }, enabled: allowed }))
  if (!data) return undefined
  const { last, soFar, closed, period, end, timeZone } = data
  const day = (at: Date) => formatDate(at, 'date', { timeZone })
  if (last && (last.status === 'approved' || last.status === 'sent'))
    return {
      totals: [{ amountMinor: last.net, currency: last.currency }],
      note: `${periodName(last.period)}, ${last.status} ${day(last.at)}`,
      to: payoutAddress(last.id),
    }
  if (closed)
    return {
      totals: netsOf(closed.amounts),
      note: `${periodName(closed.period)}, awaiting approval`,
      to: '/settings/billing',
    }
  if (soFar.length === 0) return undefined
  return {
    totals: netsOf(soFar),
    note: `${periodName(period)} so far, closes ${day(new Date(end.getTime() - 1))}`,
    to: '/settings/billing',
  }
}

const netsOf = (sums: PayoutSummary['soFar']) => sums.map(({ net, currency }) => ({ amountMinor: net, currency }))

function Summary({ summary, merchantId }: { summary: PayoutSummary; merchantId: string }) {
  const { period, end, soFar, closed, held, feeBasisPoints, last, measuredAt, timeZone } = summary
  return (
    <div className="q-stack">
      {closed && (
        <section className="q-stack-tight" aria-label={periodName(closed.period)}>
          <span className="q-secondary">{periodName(closed.period)}</span>
          <Sums sums={closed.amounts} timeZone={timeZone} />
          <span className="q-caption">Awaiting approval. Amounts may change.</span>
        </section>
      )}
      <section className="q-stack-tight" aria-label="So far">
        <span className="q-secondary">{`${periodName(period)} so far`}</span>
        {soFar.length === 0 && (
          <>
            <b className="q-h1">—</b>
            <span className="q-caption">No charges this month yet.</span>
          </>
        )}
        <Sums sums={soFar} timeZone={timeZone} />
        {held.map(({ currency, amount, count }) => (
          <span key={currency} className="q-caption q-num">
            {`On hold: ${formatMoney(amount, currency)} from ${counted(count, 'charge')}, not included above`}
          </span>
        ))}
        <span className="q-caption">
          Platform fee {formatShare(feeBasisPoints / 10_000, 2)}. As of{' '}
          <DateText value={measuredAt} timeZone={timeZone} style="datetime" />.{' '}
          <span className="q-nowrap">
            Closes <DateText value={new Date(end.getTime() - 1)} timeZone={timeZone} />
          </span>
          {inZone(timeZone)}.
        </span>
      </section>
      <OpenDisputes merchantId={merchantId} />
      <KeyValue
        items={[
          { label: 'Method', value: 'Manual' },
          { label: 'Schedule', value: 'Manual' },
          { label: 'Last statement', value: last && <LastStatement last={last} /> },
        ]}
      />
      <p className="q-secondary">We send payouts manually after each month ends.</p>
    </div>
  )
}

type SumsProps = { sums: PayoutSummary['soFar']; timeZone: string }

function Sums({ sums, timeZone }: SumsProps) {
  return sums.map((one) => (
    <div key={one.currency} className={classes.sum}>
      <b className="q-h1 q-num">{formatMoney(one.net, one.currency)}</b>
      <span className="q-caption">{sumText(one)}</span>
      {one.waiting.length > 0 && (
        <ul className={`q-caption ${classes.waiting}`} aria-label="Adjustments">
          {one.waiting.map(({ amount, reason, charge }, index) => (
            <li key={index}>
              <span>
                {isolated(reason)}
                {charge && (
                  <>
                    {' · '}
                    {isolated(charge.subscriberName ?? 'Subscriber')}, {isolated(charge.planName)}, period from{' '}
                    <DateText value={charge.periodStart} timeZone={timeZone} />
                  </>
                )}
              </span>
              <span className="q-num q-nowrap">{formatMoneyChange(amount, one.currency)}</span>
            </li>
          ))}
          {one.waitingCount > one.waiting.length && (
            <li>{`and ${counted(one.waitingCount - one.waiting.length, 'more adjustment')}`}</li>
          )}
        </ul>
      )}
    </div>
  ))
}

function LastStatement({ last }: { last: NonNullable<PayoutSummary['last']> }) {
  return (
    <span className={classes.last}>
      <AppLink to={payoutAddress(last.id)} className="q-link">
        {periodName(last.period)}
      </AppLink>
      <NetText amount={last.net} currency={last.currency} />
      <PayoutStatusPill status={last.status} />
    </span>
  )
}

/** "$120.00 from 12 renewals, incl. 1 from an earlier month · Fee −$6.00 · Adjustments +$5.00" */
function sumText({
  gross,
  fee,
  adjustments,
  currency,
  renewalCount,
  lateCount,
}: PayoutSummary['soFar'][number]): string {
  const late = lateCount === 0 ? '' : `, incl. ${formatCount(lateCount)} from an earlier month`
  return [
    `${formatMoney(gross, currency)} from ${counted(renewalCount, 'renewal')}${late}`,
    ...(fee === 0 ? [] : [`Fee ${formatMoney(-fee, currency)}`]),
    ...(adjustments === 0 ? [] : [`Adjustments ${formatMoneyChange(adjustments, currency)}`]),
  ].join(' · ')
}

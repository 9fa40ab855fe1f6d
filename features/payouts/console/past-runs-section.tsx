import { IconArrowRight, IconCircleCheck, IconHistory, IconProgress } from '@tabler/icons-react'
import { sumByCurrency } from '@quaff/features/subscriptions/rules'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { FiguresTable } from '@quaff/platform/console/display/figures-table'
import { formatCount, Money } from '@quaff/platform/console/display/formats'
import { Panel, MetaPill, type StatusMeta } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import type { RunStep } from '../contract'
import { periodName } from '../period-rules'
import { waitingStep } from '../run-rules'
import { missingText, type Month } from './missing-months-section'
import { runAddress } from './payout-search-widget'
import classes from './run.module.css'

const stepMeta = {
  generate: { label: 'Not generated', tone: 'warn', icon: IconHistory },
  approve: { label: 'Approve', tone: 'warn', icon: IconProgress },
  pay: { label: 'Pay', tone: 'warn', icon: IconProgress },
  confirm: { label: 'Confirm', tone: 'warn', icon: IconProgress },
} as const satisfies Record<RunStep, StatusMeta>
const confirmed: StatusMeta = { label: 'Confirmed', tone: 'ok', icon: IconCircleCheck }

function stateOf({ sums, payoutCount }: Month): StatusMeta {
  if (payoutCount === 0) return stepMeta.generate
  const statuses = new Set(sums.map(({ status }) => status))
  const isSettled = statuses.size === 1 && statuses.has('confirmed')
  return isSettled ? confirmed : stepMeta[waitingStep(statuses)]
}

export function PastRuns({ months }: { months: readonly Month[] }) {
  const shown = months.filter(({ payoutCount, missing }) => payoutCount > 0 || missing.length > 0)
  return (
    <>
      <PageHeader
        title="Payouts"
        description="One run per month"
        actions={
          <>
            <ButtonLink to="/payouts?view=all">All payouts</ButtonLink>
            <ButtonLink variant="primary" icon={IconArrowRight} to="/payouts">
              Current run
            </ButtonLink>
          </>
        }
      />
      <Panel title="Runs" flush>
        <FiguresTable
          caption="Runs, newest first"
          rows={shown}
          rowId={({ period }) => period}
          hasLinks
          columns={[
            {
              id: 'month',
              header: 'Month',
              isTitle: true,
              cell: ({ period }) => (
                <AppLink to={runAddress(period)} className="q-link">
                  {periodName(period)}
                </AppLink>
              ),
            },
            { id: 'state', header: 'State', cell: (month) => <MetaPill meta={stateOf(month)} /> },
            { id: 'payouts', header: 'Payouts', align: 'right', cell: ({ payoutCount }) => formatCount(payoutCount) },
            {
              id: 'net',
              header: 'Net',
              align: 'right',
              cell: ({ sums }) =>
                sums.length === 0 ? null : (
                  <span className={classes.nets}>
                    {sumByCurrency(sums.map(({ net, currency }) => ({ amountMinor: net, currency }))).map((sum) => (
                      <Money key={sum.currency} {...sum} />
                    ))}
                  </span>
                ),
            },
            {
              id: 'missing',
              header: 'Not generated',
              align: 'right',
              cell: (month) =>
                month.missing.length === 0 ? null : <span className="q-num">{missingText(month)}</span>,
            },
          ]}
        />
      </Panel>
    </>
  )
}

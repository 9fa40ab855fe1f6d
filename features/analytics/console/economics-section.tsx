import { IconSeeding } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  useFiguresTimeZone,
  useMerchantSelection,
  useSessionUser,
} from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { ChartTable, linkedCount } from '@quaff/platform/console/display/charts/chart-table'
import { Plot } from '@quaff/platform/console/display/charts/plot'
import { counted, formatCount } from '@quaff/platform/console/display/formats'
import { MeasuredPanel, saveMeasured } from '@quaff/platform/console/display/measured-panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { StartDates } from '../economics-contract'
import { todayIn } from '../range-rules'
import { analyticsApi } from './analytics-queries'
import type { AnalyticsSearch, ChangeAnalyticsSearch } from './analytics-search-widget'
import { axisText, ChurnPanel, dayText } from './churn-panel'
import { type EconomicsPanelProps, filtersOf, type LinkScope, subscriptionsLink } from './overview-links'
import { PlanRevenuePanel } from './plan-revenue-panel'
import { TopMerchantsPanel } from './top-merchants-panel'
import type { AnalyticsRange } from './use-analytics-range'

type EconomicsSectionProps = { range: AnalyticsRange; search: AnalyticsSearch; onSearch: ChangeAnalyticsSearch }

export function EconomicsSection({ range, search, onSearch }: EconomicsSectionProps) {
  const { isGlobalView, selectMerchant } = useMerchantSelection()
  const { permissions } = useSessionUser()
  const scope = { range, search, isGlobalView }
  // Plans and merchants have no recorded past, so beside a past range they say which day they show.
  const when = range.to < todayIn(useFiguresTimeZone(), useNow()) ? ' today' : ''
  const hasMerchants = isGlobalView || (!permissions.canViewAllMerchants && permissions.canViewMerchantIds.length > 1)
  const plans = <PlanRevenuePanel title={`Revenue by plan${when}`} scope={scope} isAlone={!hasMerchants} />
  return (
    <>
      <div className="q-grid-2" data-equal>
        <StartDatesPanel scope={scope} />
        <ChurnPanel scope={scope} />
      </div>
      {hasMerchants ? (
        <div className="q-grid-2" data-equal>
          {plans}
          <TopMerchantsPanel
            title={`Top merchants${when}`}
            scope={scope}
            onChoose={(merchant) => {
              // A plan filter belongs to the former merchant.
              onSearch({ merchant: isGlobalView ? merchant.id : undefined, plan: undefined })
              if (!isGlobalView) selectMerchant({ ...merchant, logoUrl: null })
            }}
          />
        </div>
      ) : (
        plans
      )}
    </>
  )
}

const formula =
  'Today’s active subscriptions by start date. Canceled ones aren’t included, so past days show less than was active then.'

function StartDatesPanel({ scope }: EconomicsPanelProps) {
  const query = useQuery(
    analyticsApi.startDates.queryOptions({ input: filtersOf(scope.range), placeholderData: keepPreviousData }),
  )
  return (
    <MeasuredPanel
      title="Active subscriptions by start date"
      formula={formula}
      what="start dates"
      query={query}
      height={288}
      empty={({ points }) =>
        points.at(-1)?.count === 0 && (
          <EmptyState
            icon={IconSeeding}
            title="No active subscriptions"
            text="Active subscriptions appear here by start date."
          />
        )
      }
      footer={() => (
        <ButtonLink size="sm" variant="quiet" to={subscriptionsLink(scope, { status: 'active' })}>
          Active subscriptions
        </ButtonLink>
      )}
      onSave={save}
      table={({ points }) => (
        <ChartTable
          caption="Active subscriptions by start date"
          headers={['Created by', 'Still active']}
          rows={points.map(({ date, count }) => [
            dayText(date),
            linkedCount(count, formatCount(count), activeLink(scope, date)),
          ])}
        />
      )}
    >
      {(data) => <Points data={data} scope={scope} />}
    </MeasuredPanel>
  )
}

const activeLink = (scope: LinkScope, createdTo: string) => subscriptionsLink(scope, { status: 'active', createdTo })

function Points({ data: { points, stepDays, window, measuredAt }, scope }: { data: StartDates; scope: LinkScope }) {
  const [first, last] = [points[0], points.at(-1)]
  const range = { from: first?.date ?? '', to: last?.date ?? '' }
  const caption = `Only subscriptions that are still active${stepDays > 1 ? `, every ${counted(stepDays, 'day')}` : ''}`
  return (
    <Plot
      shape="line"
      caption={caption}
      points={points.map(({ date, count }, index) => ({
        label: dayText(date),
        shortLabel: axisText(date, range),
        value: count,
        to: activeLink(scope, date),
        state: index === points.length - 1 && window.to > measuredAt ? 'open' : 'closed',
      }))}
      valueLabel="still active"
      hasTable={false}
    />
  )
}

function save(data: StartDates): void {
  saveMeasured(
    'active-by-start-date',
    ['Created by', 'Still active'],
    data.points.map(({ date, count }) => [date, count]),
    data,
  )
}

import { IconClock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  averagedText,
  heatColumns,
  heatRows,
  RedemptionHeat,
  slotKey,
} from '@quaff/features/redemptions/insights/console/redemption-heat-widget'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { zoneText } from '@quaff/platform/console/display/measured-labels'
import { MeasuredPanel, saveMeasured } from '@quaff/platform/console/display/measured-panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { withoutAbsent } from '@quaff/platform/console/list/search-values'
import type { Heat } from '../usage-contract'
import { addHeat, heatParts } from '../usage-rules'
import { analyticsApi } from './analytics-queries'
import type { AnalyticsSearch, ChangeAnalyticsSearch } from './analytics-search-widget'
import { BridgePanel } from './bridge-panel'
import { CohortsPanel } from './cohorts-panel'
import { CurrencyField } from './currency-field'
import { beforeRecordText, DrinksPanel } from './drinks-panel'
import { EconomicsSection } from './economics-section'
import { filtersOf, type LinkScope, redemptionsLink } from './overview-links'
import { OverviewTiles } from './overview-tiles'
import { PartsProgress, useParts } from './parts-progress-section'
import { NothingSold, RangeToolbar, useHasNothing } from './range-toolbar'
import { type AnalyticsRange, useAnalyticsRange } from './use-analytics-range'

export function OverviewTab({ search, onSearch }: { search: AnalyticsSearch; onSearch: ChangeAnalyticsSearch }) {
  const state = useAnalyticsRange(search)
  const { range } = state
  const { isGlobalView } = useMerchantSelection()
  const { from, to, compare, merchantId } = range
  const bridge = useQuery(
    analyticsApi.bridge.queryOptions({
      input: withoutAbsent({ from, to, compare, merchantId }),
      placeholderData: keepPreviousData,
    }),
  )
  if (useHasNothing(range, search)) return <NothingSold />
  const steps = bridge.data?.steps ?? []
  const step = steps.find(({ currency }) => currency === search.currency) ?? steps[0]
  return (
    <>
      <RangeToolbar state={state} search={search} onSearch={onSearch}>
        <CurrencyField
          currencies={steps.map(({ currency }) => currency)}
          value={step?.currency ?? ''}
          onChange={(currency) => onSearch({ currency, change: undefined })}
        />
      </RangeToolbar>
      {range.planId === undefined ? (
        <BridgePanel query={bridge} step={step} scope={{ range, search, isGlobalView }} onSearch={onSearch} />
      ) : (
        <p className="q-secondary">
          Remove the plan filter to see what changed revenue: that is recorded for all plans together.
        </p>
      )}
      <OverviewTiles range={range} search={search} />
      <EconomicsSection range={range} search={search} onSearch={onSearch} />
      <UsageSection range={range} search={search} />
    </>
  )
}

/** A new range starts reading again, even if reading was stopped. */
export function UsageSection({ range, search }: { range: AnalyticsRange; search: AnalyticsSearch }) {
  const { isGlobalView } = useMerchantSelection()
  const { from, to, merchantId = '', planId = '' } = range
  const scope = { range, search, isGlobalView }
  const requested = [from, to, merchantId, planId].join(' ')
  return (
    <>
      <div className="q-grid-2" data-equal>
        <HeatPanel key={`heat ${requested}`} scope={scope} />
        <DrinksPanel key={`drinks ${requested}`} scope={scope} />
      </div>
      <CohortsPanel scope={scope} />
    </>
  )
}

const formula =
  'Average completed redemptions per weekday and hour in this range, in the time zone below. Voided ones aren’t included.'
const title = 'Redemptions by hour'

function HeatPanel({ scope }: { scope: LinkScope }) {
  const { range } = scope
  const { from, to, ...filters } = filtersOf(range)
  const parts = useParts({
    parts: heatParts({ from, to }, range.planId),
    ask: (part) => analyticsApi.heat.queryOptions({ input: { ...filters, ...part } }),
    add: addHeat,
  })
  const isWhole = parts.done === parts.total
  const shown = (data: Heat, asTable: boolean) => (
    <>
      <PartsProgress parts={parts} title={title} />
      <RedemptionHeat
        cells={data.cells}
        asTable={asTable}
        caption={captionOf(data)}
        linkOf={(cell) => redemptionsLink(scope, slotKey(cell))}
      />
    </>
  )
  return (
    <MeasuredPanel
      title={title}
      formula={formula}
      what="redemptions by hour"
      query={parts}
      height={276}
      phoneHeight={620}
      empty={(data) =>
        isWhole &&
        data.cells.every(({ count }) => count === 0) && (
          <EmptyState
            icon={IconClock}
            title={beforeRecordText(data) ? 'No redemptions recorded in this range' : 'No redemptions in this range'}
            text={beforeRecordText(data) ?? 'Choose a longer range.'}
          />
        )
      }
      footer={({ window, recordedSince, timeZone }) => (
        <>
          <ButtonLink size="sm" variant="quiet" to={redemptionsLink(scope)}>
            Redemptions
          </ButtonLink>
          <span className="q-caption">{averagedText(window, recordedSince, timeZone)}</span>
        </>
      )}
      onSave={isWhole ? save : undefined}
      table={(data) => shown(data, true)}
    >
      {(data) => shown(data, false)}
    </MeasuredPanel>
  )
}

const captionOf = ({ timeZone }: Heat) => `Average redemptions by weekday and hour, ${zoneText(timeZone)}`

function save(data: Heat): void {
  saveMeasured('redemptions-by-hour', heatColumns, heatRows(data.cells), data)
}

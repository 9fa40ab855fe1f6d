import { Switch } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { SetupLink } from '@quaff/features/sessions/console/setup-link-widget'
import { useMerchantFilter, usePlanFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { DateField } from '@quaff/platform/console/dates/date-field'
import { windowText } from '@quaff/platform/console/display/measured-labels'
import { Panel } from '@quaff/platform/console/display/panel'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { chipChange, chipsOf, chipValues } from '@quaff/platform/console/list/filter-definition'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { analyticsLimits } from '../range-contract'
import { decideRange, windowOf } from '../range-rules'
import { rangeRefusals } from '../refusals'
import { analyticsApi } from './analytics-queries'
import {
  type AnalyticsSearch,
  analyticsSearch,
  type ChangeAnalyticsSearch,
  noRangeFilters,
  type RangeChoice,
  rangeChoices,
} from './analytics-search-widget'
import type { AnalyticsRange, RangeState } from './use-analytics-range'
import classes from './analytics.module.css'

type RangeToolbarProps = {
  state: RangeState
  search: AnalyticsSearch
  onSearch: ChangeAnalyticsSearch
  /** False where nothing is compared with the days before. */
  isCompared?: boolean
  children?: ReactNode
}

const labelOf = (choice: RangeChoice) => (choice === 'custom' ? 'Custom' : `${choice} days`)
const options = rangeChoices.map((choice) => ({ value: String(choice), label: labelOf(choice) }))
const presets = [7, 30, 90] as const

export function RangeToolbar({ state, search, onSearch, isCompared = true, children }: RangeToolbarProps) {
  const { choice, range, today, timeZone, problem } = state
  const window = windowOf(timeZone, range)
  const choose = (next: RangeChoice) =>
    onSearch(
      next === 'custom'
        ? { range: next, from: range.from, to: range.to }
        : { range: next === 30 ? undefined : next, from: undefined, to: undefined },
    )
  useShortcuts([
    ...presets.map((days, index) => ({
      keys: String(index + 1),
      label: `Last ${days} days`,
      section: 'Analytics',
      run: () => choose(days),
    })),
    { keys: 'x', label: 'Clear range and filters', section: 'Analytics', run: () => onSearch(noRangeFilters) },
  ])
  return (
    <div className="q-stack">
      <div className={classes.rangeBar}>
        <Segmented
          label="Range"
          value={String(choice)}
          options={options}
          onChange={(value) => choose(rangeChoices.find((one) => String(one) === value) ?? 30)}
        />
        {isCompared && (
          <Switch
            label="Compare to previous period"
            checked={range.compare}
            onChange={({ currentTarget }) => onSearch({ compare: currentTarget.checked ? undefined : false })}
          />
        )}
        {children}
        <RangeFilters search={search} onSearch={onSearch} />
        <span className={`q-caption q-num ${classes.zone}`}>{windowText({ window, timeZone })}</span>
      </div>
      {choice === 'custom' && (
        <CustomRangeForm
          key={`${range.from} ${range.to}`}
          from={range.from}
          to={range.to}
          today={today}
          onApply={(from, to) => onSearch({ range: 'custom', from, to })}
        />
      )}
      {problem !== undefined && (
        <p role="alert" className={classes.error}>
          {problem} Showing the last 30 days.
        </p>
      )}
    </div>
  )
}

const list = { search: analyticsSearch, forgets: { merchant: ['plan'] } } as const

/** The merchant in global view only; a plan belongs to one merchant, so it goes with it. */
function RangeFilters({ search, onSearch }: { search: AnalyticsSearch; onSearch: ChangeAnalyticsSearch }) {
  const { current, isGlobalView } = useMerchantSelection()
  const scopedTo = isGlobalView ? undefined : current?.id
  const merchant = useMerchantFilter(search.merchant, scopedTo === undefined)
  const plan = usePlanFilter(scopedTo ?? search.merchant, search.plan)
  const { fields } = analyticsSearch
  const filters = chipsOf(fields, { merchant, plan })
  if (filters.length === 0) return null
  return (
    <FilterChips
      filters={filters}
      values={chipValues(fields, filters, search)}
      onChange={(id, value) => onSearch(chipChange(list, id, value))}
    />
  )
}

type CustomRangeFormProps = { from: string; to: string; today: string; onApply: (from: string, to: string) => void }

/** Both days are included. No request is sent until they form a valid range. */
function CustomRangeForm({ from: givenFrom, to: givenTo, today, onApply }: CustomRangeFormProps) {
  const [{ from, to }, setDays] = useState({ from: givenFrom, to: givenTo })
  const errorId = useId()
  const decided = from === '' || to === '' ? undefined : decideRange({ from, to }, today)
  const error = errorOf(decided)
  const field = {
    className: classes.day,
    min: analyticsLimits.earliestDay,
    max: today,
    today,
    error: error !== undefined,
    'aria-describedby': error && errorId,
  } as const
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (decided?.ok) onApply(decided.days.from, decided.days.to)
      }}
    >
      <DateField {...field} label="From" value={from} onChange={(day) => setDays({ from: day, to })} />
      <DateField {...field} label="To" value={to} onChange={(day) => setDays({ from, to: day })} />
      <Button type="submit">Apply</Button>
      {error !== undefined && (
        <p role="alert" id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </form>
  )
}

function errorOf(decided: ReturnType<typeof decideRange> | undefined): string | undefined {
  if (decided === undefined) return 'Choose both days.'
  return decided.ok ? undefined : rangeRefusals[decided.reason].text
}

/** Returns true if no subscription or redemption was ever recorded, so that a range has nothing to choose. */
export function useHasNothing(range: AnalyticsRange, { merchant }: AnalyticsSearch): boolean {
  const query = useQuery(analyticsApi.overview.queryOptions({ input: range, placeholderData: keepPreviousData }))
  const since = query.data?.recordedSince
  const isFiltered = merchant !== undefined || range.planId !== undefined
  return !isFiltered && since?.subscriptions === null && since.redemptions === null
}

export function NothingSold() {
  const { isGlobalView } = useMerchantSelection()
  return (
    <Panel flush>
      <EmptyState
        icon={IconChartBar}
        title="No subscriptions yet"
        text="Revenue, churn and redemptions appear here with the first pass."
        action={
          <SetupLink to={isGlobalView ? '/merchants' : '/plans'}>
            {isGlobalView ? 'View merchants' : 'View plans'}
          </SetupLink>
        }
      />
    </Panel>
  )
}

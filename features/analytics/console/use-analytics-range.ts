import { useMerchantSelection, useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { withoutAbsent } from '@quaff/platform/console/list/search-values'
import { decideRange, lastDays, todayIn } from '../range-rules'
import { rangeRefusals } from '../refusals'
import type { AnalyticsSearch, RangeChoice } from './analytics-search-widget'

/** The input of every panel. `merchantId` is the selected merchant, or the filter's merchant in global view. */
export type AnalyticsRange = { from: string; to: string; compare: boolean; merchantId?: string; planId?: string }

export type RangeState = {
  choice: RangeChoice
  range: AnalyticsRange
  today: string
  timeZone: string
  /** Why the days of the address are not shown; the last 30 are. */
  problem?: string
}

const defaultDays = 30
const malformedDays = 'A date in the URL is missing or isn’t a date.'

export function useAnalyticsRange(search: AnalyticsSearch): RangeState {
  const { current, isGlobalView } = useMerchantSelection()
  const timeZone = useFiguresTimeZone()
  const today = todayIn(timeZone, useNow())
  return rangeStateOf(search, { today, timeZone, scopedTo: isGlobalView ? undefined : current?.id })
}

export function rangeStateOf(
  search: AnalyticsSearch,
  { today, timeZone, scopedTo }: { today: string; timeZone: string; scopedTo: string | undefined },
): RangeState {
  const { range: choice = defaultDays, from, to, compare, merchant, plan } = search
  const filters = withoutAbsent({ merchantId: scopedTo ?? merchant, planId: plan })
  const shown = (days: { from: string; to: string }, problem?: string): RangeState =>
    withoutAbsent({ choice, range: { ...days, compare: compare ?? true, ...filters }, today, timeZone, problem })
  if (choice !== 'custom') return shown(lastDays(today, choice))
  if (from === undefined || to === undefined) return shown(lastDays(today, defaultDays), malformedDays)
  const decided = decideRange({ from, to }, today)
  return decided.ok ? shown(decided.days) : shown(lastDays(today, defaultDays), rangeRefusals[decided.reason].text)
}

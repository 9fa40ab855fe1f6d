import type { FilterDefinition, FilterValues } from '@quaff/platform/console/list/filter-chips'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import type { PayoutFilter } from '../../contract'
import { listEndedPeriods, periodName } from '../../period/rules'
import { validatePayoutSearch, type PayoutSearch } from '../payout-search-widget'

const SHOWN_PERIODS = 24

/** The last two years, and the one that an address names beyond them. */
export function periodFilter(chosen: string | undefined, timeZone: string, now: Date): FilterDefinition {
  const ended = listEndedPeriods(timeZone, now, SHOWN_PERIODS).map(({ period }) => period)
  const shown = chosen === undefined || ended.includes(chosen) ? ended : [...ended, chosen]
  return {
    id: 'period',
    label: 'Period',
    kind: 'select',
    options: shown.map((period) => ({ value: period, label: periodName(period) })),
  }
}

/** Only what the chips show: the status is a tab. */
export function payoutFilterValues({ period, merchantId }: PayoutSearch, scopedTo: string | undefined): FilterValues {
  return withoutAbsent({ period, merchantId: scopedTo === undefined ? merchantId : undefined })
}

export function payoutFilterChange(id: string, value: string | undefined): Partial<PayoutSearch> {
  const { period, merchantId } = validatePayoutSearch({ [id]: value })
  return id === 'period' ? { period, page: undefined } : { merchantId, page: undefined }
}

export const noPayoutFilters = {
  q: undefined,
  status: undefined,
  period: undefined,
  merchantId: undefined,
  page: undefined,
} as const satisfies Partial<PayoutSearch>

/** `scopedTo` is the chosen merchant; it wins over a merchant, and over a name that is looked for, in the address. */
export function payoutFilterOf(search: PayoutSearch, scopedTo: string | undefined): PayoutFilter {
  return withoutAbsent({
    period: search.period,
    status: search.status,
    merchantId: scopedTo ?? search.merchantId,
    q: scopedTo === undefined ? search.q : undefined,
  })
}

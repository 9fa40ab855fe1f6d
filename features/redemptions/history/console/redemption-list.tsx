import { useQuery } from '@tanstack/react-query'
import { useMerchantFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { useHourCycle } from '@quaff/platform/console/display/date-time'
import { joinNotes, zoneNote } from '@quaff/platform/console/display/measured/measured-words'
import { splitRange } from '@quaff/platform/console/list/filters/filter-definition'
import { filterOf, searchOf, withoutAbsent, type SearchOf } from '@quaff/platform/console/list/filters/search-values'
import { defineList } from '@quaff/platform/console/list/record/list-definition'
import { id } from '@quaff/platform/shared/fields/fields'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import { redemptionsApi } from '../../console/redemption-queries'
import { redemptionSearch } from '../../console/redemption-search-widget'
import { redemptionLooks } from '../../console/redemption-status-pill'
import { slotText } from '../../insights/console/heat-words'
import { NoRedemptionsAnywhere, NoRedemptionsNotice } from '../../usage/console/no-redemptions-notice'
import { usageColumns } from '../../usage/console/usage-columns'
import { usageKey } from '../../usage/console/usage-key'
import { nameOf } from '../../usage/console/usage-words'
import { usageFilters, type UsageOptions } from '../../usage/contract'
import { redemptionStatuses } from '../../view/contract'
import { readSlot, slotKey } from './slot-words'

/** Where redemptions of several merchants are shown, one of them may be chosen. */
export const historySearch = searchOf({ ...redemptionSearch.fields, merchantId: id() })
export type HistorySearch = SearchOf<typeof historySearch>

type HistoryFacts = {
  /** Of this merchant only; of all that may be seen without it. */
  scopedTo: string | undefined
  timeZone: string
}

const noOptions: UsageOptions = { locations: [], plans: [], methods: [] }
const named = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id: value, name: label }) => ({ value, label }))

export const redemptionList = defineList<HistoryFacts>()({
  name: 'Redemptions',
  columnsName: ({ scopedTo }) => (scopedTo === undefined ? 'redemptions-of-all' : 'redemptions'),
  search: historySearch,
  filters: usageFilters,
  api: redemptionsApi.list,
  // An hour of the week is looked for row by row: only with a first day.
  filter: (search, { scopedTo, timeZone }) => ({
    ...filterOf(usageFilters, search, timeZone),
    ...withoutAbsent({
      merchantId: scopedTo ?? search.merchantId,
      slot: search.from === undefined ? undefined : readSlot(search.slot),
    }),
  }),
  input: (filter, page) => ({ ...filter, ...page }),
  useChips: ({ merchantId: chosenId, from, slot: chosenSlot }, { scopedTo }) => {
    const hourCycle = useHourCycle()
    const isOfMany = scopedTo === undefined
    const merchantId = scopedTo ?? chosenId
    const asked = useQuery(redemptionsApi.options.queryOptions({ input: withoutAbsent({ merchantId }) }))
    const { locations, plans, methods } = asked.data ?? noOptions
    const slot = from === undefined ? undefined : readSlot(chosenSlot)
    return {
      merchantId: useMerchantFilter(chosenId, isOfMany),
      date: { label: 'Date' },
      // By location the merchant's own page filters; plans are one merchant's.
      locationId: isOfMany ? null : { label: 'Location', options: named(locations) },
      planId: merchantId === undefined ? null : { label: 'Plan', options: named(plans) },
      method: { label: 'Method', options: methods.map((value) => ({ value, label: codeTitle(value) })) },
      status: {
        label: 'Status',
        options: redemptionStatuses.map((value) => ({ value, label: redemptionLooks[value].label })),
      },
      // What only a heatmap leads to has a chip while it is in the address.
      slot: slot
        ? { label: 'Hour of the week', options: [{ value: slotKey(slot), label: slotText(slot, hourCycle) }] }
        : null,
    }
  },
  forgets: { merchantId: ['planId'] },
  chipChange: (chip, value) => (chip === 'date' && splitRange(value).from === '' ? { slot: undefined } : {}),
  sort: { first: { key: 'time', direction: 'desc' } },
  columns: ({ scopedTo, timeZone }) => usageColumns(timeZone, 'datetime', scopedTo === undefined),
  rowId: usageKey,
  rowLabel: (row) => `Redemption by ${nameOf(row)}`,
  caption: () => 'Redemptions, newest first',
  export: {
    path: '/api/files/redemptions-export',
    selected: 0,
    body: ({ merchantId, ...filter }) => ({ ...withoutAbsent({ merchantId }), filter }),
  },
  note: ({ timeZone }) => joinNotes('Flags use current hours and plans', zoneNote(timeZone)),
  empty: (_, { scopedTo }) => (scopedTo === undefined ? <NoRedemptionsAnywhere /> : <NoRedemptionsNotice />),
})

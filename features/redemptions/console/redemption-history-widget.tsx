import { IconArrowUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLiveEvents, useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useMerchantFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { useHourCycle } from '@quaff/platform/console/display/formats'
import { joinNotes, zoneNote } from '@quaff/platform/console/display/measured-labels'
import { splitRange } from '@quaff/platform/console/list/filter-definition'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { RecordList } from '@quaff/platform/console/list/record-list'
import {
  type ChangeSearch,
  filterOf,
  searchOf,
  type SearchOf,
  withoutAbsent,
} from '@quaff/platform/console/list/search-values'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { id } from '@quaff/platform/shared/fields/fields'
import { codeTitle, isolated } from '@quaff/platform/shared/readable-text'
import { slotText } from '../insights/console/heat-labels'
import { usageFilters, type UsageOptions } from '../usage-contract'
import { NoRedemptionsAnywhere, NoRedemptionsNotice } from '../usage/console/no-redemptions-notice'
import { RedemptionSheet } from '../usage/console/redemption-sheet'
import { usageColumns } from '../usage/console/usage-columns'
import { usageKey } from '../usage/console/usage-key'
import { nameOf } from '../usage/console/usage-labels'
import { redemptionStatuses } from '../view-contract'
import { redemptionsApi } from './redemption-queries'
import { redemptionSearch } from './redemption-search-widget'
import { redemptionStatusMeta } from './redemption-status-pill'
import { readSlot, slotKey } from './slot-labels'

interface RedemptionHistoryProps {
  /** Limits the list to this merchant. Without it, all visible redemptions are listed. */
  merchantId?: string | undefined
  search: HistorySearch
  onSearch: ChangeSearch<HistorySearch>
}

export function RedemptionHistory({ merchantId: scopedTo, search, onSearch }: RedemptionHistoryProps) {
  const timeZone = useFiguresTimeZone()
  const list = useRecordList(redemptionList, { search, onSearch, details: { scopedTo, timeZone } })
  const { merchantId } = list.filter
  const { hasNews, showNews } = useRedemptionNews(merchantId, list.query.dataUpdatedAt)
  const { id: openKey, ...sheet } = list.sheet
  return (
    <div className="q-stack">
      <RecordList
        list={list}
        selectable={false}
        actions={
          <span role="status">
            {hasNews && (
              <Button size="sm" icon={IconArrowUp} onClick={showNews}>
                Show new redemptions
              </Button>
            )}
          </span>
        }
      />
      <RedemptionSheet
        {...sheet}
        merchantId={merchantId}
        isOfMany={scopedTo === undefined}
        openKey={openKey}
        timeZone={timeZone}
      />
    </div>
  )
}

const TELL_AFTER_EVENT_MS = 1_000

/**
 * Reports new or voided redemptions since the list was read at `readAt` (milliseconds). The rows stay until the user
 * asks, because each new one would move the text being read.
 */
function useRedemptionNews(merchantId: string | undefined, readAt: number) {
  const client = useQueryClient()
  const [outdated, setOutdated] = useState<number>()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(['redemption'], (event) => {
    if (merchantId !== undefined && event.merchantId !== merchantId) return
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      setOutdated(readAt)
    }, TELL_AFTER_EVENT_MS)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
  return {
    hasNews: outdated === readAt,
    showNews: () => void client.invalidateQueries({ queryKey: redemptionsApi.list.key() }),
  }
}

/** Adds the merchant filter for lists of several merchants. */
const historySearch = searchOf({ ...redemptionSearch.fields, merchantId: id() })
export type HistorySearch = SearchOf<typeof historySearch>

type HistoryDetails = {
  /** Limits the list to this merchant. Without it, all visible redemptions are listed. */
  scopedTo: string | undefined
  timeZone: string
}

const noOptions: UsageOptions = { locations: [], plans: [], methods: [] }
const named = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id: value, name: label }) => ({ value, label }))

export const redemptionList = defineList<HistoryDetails>()({
  name: 'Redemptions',
  columnsName: ({ scopedTo }) => (scopedTo === undefined ? 'redemptions-of-all' : 'redemptions'),
  search: historySearch,
  filters: usageFilters,
  api: redemptionsApi.list,
  // An hour of the week has no index, so it needs a first day.
  filter: (search, { scopedTo, timeZone }) => ({
    ...filterOf(usageFilters, search, timeZone),
    ...withoutAbsent({
      merchantId: scopedTo ?? search.merchantId,
      slot: search.from === undefined ? undefined : readSlot(search.slot),
    }),
  }),
  input: (filter, page) => ({ ...filter, ...page }),
  find: () => ({ placeholder: 'Tess F.', label: 'Search by first name and initial' }),
  useChips: ({ merchantId: chosenId, from, slot: chosenSlot }, { scopedTo }) => {
    const hourCycle = useHourCycle()
    const isOfMany = scopedTo === undefined
    const merchantId = scopedTo ?? chosenId
    const requested = useQuery(redemptionsApi.options.queryOptions({ input: withoutAbsent({ merchantId }) }))
    const { locations, plans, methods } = requested.data ?? noOptions
    const slot = from === undefined ? undefined : readSlot(chosenSlot)
    return {
      merchantId: useMerchantFilter(chosenId, isOfMany),
      date: { label: 'Date' },
      // The merchant's own page filters by location. Plans need one merchant.
      locationId: isOfMany ? null : { label: 'Location', options: named(locations) },
      planId: merchantId === undefined ? null : { label: 'Plan', options: named(plans) },
      method: { label: 'Method', options: methods.map((value) => ({ value, label: codeTitle(value) })) },
      status: {
        label: 'Status',
        options: redemptionStatuses.map((value) => ({ value, label: redemptionStatusMeta[value].label })),
      },
      // The slot has a chip while it is in the URL. Only heatmaps link to it.
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
  rowLabel: (row) => `Redemption by ${isolated(nameOf(row))}`,
  caption: () => 'Redemptions, newest first',
  export: {
    path: '/api/files/redemptions-export',
    selected: 0,
    body: ({ merchantId, ...filter }) => ({ ...withoutAbsent({ merchantId }), filter }),
  },
  note: ({ timeZone }) => joinNotes('Flags use current hours and plans', zoneNote(timeZone)),
  empty: (_, { scopedTo }) => (scopedTo === undefined ? <NoRedemptionsAnywhere /> : <NoRedemptionsNotice />),
})

import { IconArrowUp } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { ColumnsMenu, useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import { DataTable } from '@quaff/platform/console/list/data-table'
import { FilterChips, type FilterDefinition } from '@quaff/platform/console/list/filter-chips'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { ListResult } from '@quaff/platform/console/list/paging/list-result'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'
import type { UsageOptions } from '../../usage/contract'
import { redemptionsApi } from '../redemption-queries'
import { noRedemptionFilters } from '../redemption-search-widget'
import type { RedemptionTabProps } from '../redemption-search-widget'
import { NoRedemptionsAnywhere, NoRedemptionsNotice } from '../usage/no-redemptions-notice'
import { RedemptionSheet } from '../usage/redemption-sheet'
import { usageColumns } from '../usage/usage-columns'
import { usageKey } from '../usage/usage-key'
import { nameOf } from '../usage/usage-words'
import { historyFilterChange, historyFilters, historyFilterValues, usageFilterOf } from './history-filters'
import { useRedemptionNews } from './use-redemption-news'

const noOptions: UsageOptions = { locations: [], plans: [], methods: [] }
/** Plans are one merchant's; by location its own page filters. */
const isOfAnyMerchant = ({ id }: FilterDefinition) => id !== 'locationId' && id !== 'planId'

export type MerchantChoice = {
  filter: FilterDefinition | undefined
  chosenId: string | undefined
  onChoose: (merchantId: string | undefined) => void
  onClear: (filters: typeof noRedemptionFilters) => void
}
type HistoryTabProps = Omit<RedemptionTabProps, 'merchantId'> & {
  merchantId: string | undefined
  /** Where redemptions of several merchants are shown. */
  merchants?: MerchantChoice
  actions?: ReactNode
}

export function HistoryTab({ merchantId, merchants, search, onSearch, actions }: HistoryTabProps) {
  const isOfMany = merchants !== undefined
  const ofMerchant = withoutAbsent({ merchantId })
  const timeZone = useTimeZone()
  const filter = usageFilterOf(search, timeZone)
  const list = useInfiniteQuery(
    redemptionsApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...ofMerchant, ...filter, limit: pageLimits.defaultSize, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const pages = useLoadedPages(list, search.page ?? 1)
  const { hasNews, showNews } = useRedemptionNews(merchantId, list.dataUpdatedAt)
  const options = useQuery(redemptionsApi.options.queryOptions({ input: ofMerchant }))
  const columns = useMemo(() => usageColumns(timeZone, 'datetime', isOfMany), [timeZone, isOfMany])
  const [visible, setVisible] = useVisibleColumns(isOfMany ? 'redemptions-of-all' : 'redemptions', columns)
  const own = historyFilters(options.data ?? noOptions, search)
  const filters = isOfMany
    ? [
        merchants.filter,
        ...own.filter((one) => isOfAnyMerchant(one) || (one.id === 'planId' && merchants.chosenId !== undefined)),
      ].filter((one) => one !== undefined)
    : own
  const values = withoutAbsent({ ...historyFilterValues(search), merchantId: merchants?.chosenId })
  const open = (id: string | undefined) => onSearch({ id }, { replace: search.id !== undefined })
  return (
    <div className="q-stack">
      <div className="q-row q-wrap" role="search" aria-label="Filter the history">
        <FilterChips
          filters={filters}
          values={values}
          onChange={(id, value) =>
            merchants && id === 'merchantId' ? merchants.onChoose(value) : onSearch(historyFilterChange(id, value))
          }
        />
        <span className="q-row q-end">
          <span role="status">
            {hasNews && (
              <Button size="sm" icon={IconArrowUp} onClick={showNews}>
                Show what is new
              </Button>
            )}
          </span>
          {actions}
          <ColumnsMenu columns={columns} visible={visible} onChange={setVisible} />
        </span>
      </div>
      <ListResult
        name="Redemptions"
        query={list}
        pages={pages}
        filterCount={Object.keys(values).length}
        onClear={() => (merchants?.onClear ?? onSearch)(noRedemptionFilters)}
        onLoadMore={(page) => onSearch({ page }, { replace: true })}
        note={`Times are of ${timeZone}. Flags go by today’s hours and plans, and cannot be filtered by.`}
        empty={isOfMany ? <NoRedemptionsAnywhere /> : <NoRedemptionsNotice />}
      >
        {(footer) => (
          <DataTable
            caption="Redemptions, newest first"
            columns={columns}
            visibleColumns={visible}
            rows={pages.rows}
            rowId={usageKey}
            rowLabel={(row) => `Redemption by ${nameOf(row)}`}
            openId={search.id}
            onOpen={open}
            sort={{ key: 'time', direction: 'desc' }}
            loading={list.isPending}
            footer={footer}
          />
        )}
      </ListResult>
      <RedemptionSheet
        merchantId={merchantId}
        isOfMany={isOfMany}
        openKey={search.id}
        rows={pages.rows}
        total={pages.total}
        timeZone={timeZone}
        onOpen={open}
        onClose={() => open(undefined)}
      />
    </div>
  )
}

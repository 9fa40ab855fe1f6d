import { IconDiscount } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { DataTable } from '@quaff/platform/console/list/data-table'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListResult } from '@quaff/platform/console/list/paging/list-result'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { pageLimits } from '@quaff/platform/shared/pagination'
import type { PromotionDefinition, PromotionId } from '../../contract'
import { promotionPermissions } from '../../permissions'
import { SelectionToolbar } from '../bulk/selection-toolbar'
import { usePromotionDialogs } from '../details/use-promotion-dialogs'
import { promotionsApi } from '../promotion-queries'
import { validatePromotionSearch, type PromotionSearch } from '../promotion-search-widget'
import { usePromotionRefresh } from '../use-promotion-refresh'
import { usePromotionWrites } from '../use-promotion-writes'
import { promotionColumns } from './promotion-columns'
import { gridInputOf, noPromotionFilters, promotionFilterValues } from './promotion-filters'
import { PromotionToolbar } from './promotion-toolbar'

const BulkDialog = deferred(async () => (await import('../bulk/bulk-dialog')).BulkDialog)

type PromotionGridPanelProps = {
  promotion: PromotionDefinition & { id: PromotionId }
  search: PromotionSearch
  onSearch: (next: Partial<PromotionSearch>, options?: { replace?: boolean }) => void
}

const nobody: ReadonlySet<string> = new Set()

/** Every merchant with its switch for one promotion. */
export function PromotionGridPanel({ promotion, search, onSearch }: PromotionGridPanelProps) {
  const timeZone = useTimeZone()
  const today = dayKeyIn(timeZone, useNow())
  const permission = useCan(promotionPermissions, 'promotion.write')
  const [selected, setSelected] = useState(nobody)
  const [bulk, setBulk] = useState<{ enabled: boolean; merchantIds: readonly string[] }>()
  const writes = usePromotionWrites()
  usePromotionRefresh()
  const close = () => onSearch({ id: undefined }, { replace: true })
  const { disable, dialogs } = usePromotionDialogs({
    writes,
    today,
    openId: search.id === undefined ? null : { merchantId: search.id, promotionId: promotion.id },
    onClose: close,
  })
  const input = gridInputOf(search, promotion.id, timeZone)
  const list = useInfiniteQuery(
    promotionsApi.listForPromotion.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, limit: pageLimits.defaultSize, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const pages = useLoadedPages(list, search.page ?? 1)
  const columns = promotionColumns({
    timeZone,
    today,
    writes,
    disabledReason: permission.reason ?? undefined,
    onEnable: (row) => onSearch({ id: row.merchantId }),
    onDisable: disable,
  })

  return (
    <div className="q-stack">
      <PromotionToolbar search={search} onSearch={onSearch} />
      <ListResult
        name="Merchants"
        query={list}
        pages={pages}
        search={search.q}
        filterCount={Object.keys(promotionFilterValues(search)).length}
        onClear={() => onSearch(noPromotionFilters)}
        onLoadMore={(page) => onSearch({ page }, { replace: true })}
        note={`Days are counted in ${timeZone}.`}
        empty={
          <EmptyState
            icon={IconDiscount}
            title="No merchants yet"
            text="Every merchant appears here with a switch for this promotion."
          />
        }
      >
        {(footer) => (
          <DataTable
            caption={`Merchants and ${promotion.title}`}
            columns={columns}
            rows={pages.rows}
            rowId={(row) => row.merchantId}
            rowLabel={(row) => row.merchantName}
            openId={search.id}
            onOpen={(id) => onSearch({ id })}
            selection={permission.allowed ? { ids: selected, onChange: setSelected } : undefined}
            sort={{ key: search.sort ?? 'name', direction: search.order ?? 'asc' }}
            onSortChange={({ key, direction }) =>
              onSearch({ ...withoutAbsent(validatePromotionSearch({ sort: key, order: direction })), page: undefined })
            }
            loading={list.isPending}
            footer={footer}
          />
        )}
      </ListResult>
      <SelectionToolbar
        input={input}
        selected={selected}
        total={pages.total}
        onSelect={setSelected}
        onBulk={(enabled) => setBulk({ enabled, merchantIds: [...selected] })}
      />
      {permission.allowed && dialogs}
      {bulk && (
        <BulkDialog
          promotion={promotion}
          target={{ promotionId: promotion.id, ...bulk }}
          onClose={() => setBulk(undefined)}
          onDone={() => setSelected(nobody)}
        />
      )}
    </div>
  )
}

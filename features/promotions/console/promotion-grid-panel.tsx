import { useState } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { useCan, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { RecordList } from '@quaff/platform/console/list/record/record-list'
import { useRecordList } from '@quaff/platform/console/list/record/use-record-list'
import { useRefetch } from '@quaff/platform/console/query-client'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import type { PromotionDefinition, PromotionId } from '../contract'
import { promotionPermissions } from '../permissions'
import { promotionColumns } from './promotion-columns'
import { promotionList } from './promotion-list'
import { promotionsApi } from './promotion-queries'
import type { ChangePromotionSearch, PromotionSearch } from './promotion-search-widget'
import { SelectionToolbar } from './selection-toolbar'
import { usePromotionDialogs } from './use-promotion-dialogs'
import { usePromotionWrites } from './use-promotion-writes'

const BulkDialog = deferred(async () => (await import('./bulk-dialog')).BulkDialog)

type PromotionGridPanelProps = {
  promotion: PromotionDefinition & { id: PromotionId }
  search: PromotionSearch
  onSearch: ChangePromotionSearch
}

/** Every merchant with its switch for one promotion. */
export function PromotionGridPanel({ promotion, search, onSearch }: PromotionGridPanelProps) {
  const timeZone = useTimeZone()
  const today = dayKeyIn(timeZone, useNow())
  const permission = useCan(promotionPermissions, 'promotion.write')
  const [bulk, setBulk] = useState<{ enabled: boolean; merchantIds: readonly string[] }>()
  const writes = usePromotionWrites()
  useLiveRefresh(['merchant'], useRefetch(promotionsApi.key()))
  const close = () => onSearch({ id: undefined }, { replace: true })
  const { disable, dialogs } = usePromotionDialogs({
    writes,
    today,
    openId: search.id === undefined ? null : { merchantId: search.id, promotionId: promotion.id },
    onClose: close,
  })
  const columns = promotionColumns({
    timeZone,
    today,
    writes,
    disabledReason: permission.reason ?? undefined,
    onEnable: (row) => onSearch({ id: row.merchantId }),
    onDisable: disable,
  })
  const list = useRecordList(promotionList, {
    search,
    onSearch,
    facts: { promotion: { id: promotion.id, title: promotion.title }, timeZone },
    columns,
  })
  const { selection } = list

  return (
    <div className="q-stack">
      <RecordList list={list} selectable={permission.allowed} />
      <SelectionToolbar list={list} onBulk={(enabled) => setBulk({ enabled, merchantIds: [...selection.ids] })} />
      {permission.allowed && dialogs}
      {bulk && (
        <BulkDialog
          promotion={promotion}
          target={{ promotionId: promotion.id, ...bulk }}
          onClose={() => setBulk(undefined)}
          onDone={selection.clear}
        />
      )}
    </div>
  )
}

import { IconArrowUp } from '@tabler/icons-react'
import { useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import type { ChangeSearch } from '@quaff/platform/console/list/filters/search-values'
import { RecordList } from '@quaff/platform/console/list/record/record-list'
import { useRecordList } from '@quaff/platform/console/list/record/use-record-list'
import { RedemptionSheet } from '../../usage/console/redemption-sheet'
import { redemptionList, type HistorySearch } from './redemption-list'
import { useRedemptionNews } from './use-redemption-news'

export type { HistorySearch }

interface RedemptionHistoryProps {
  /** Of this merchant only; of all that may be seen without it. */
  merchantId?: string | undefined
  search: HistorySearch
  onSearch: ChangeSearch<HistorySearch>
}

/** Redemptions of all merchants or one, newest first, with their export; the open one in a sheet. */
export function RedemptionHistory({ merchantId: scopedTo, search, onSearch }: RedemptionHistoryProps) {
  const timeZone = useFiguresTimeZone()
  const list = useRecordList(redemptionList, { search, onSearch, facts: { scopedTo, timeZone } })
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

import { IconListCheck, IconToggleLeft, IconToggleRight } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Button } from '@quaff/platform/console/controls/button'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import type { RecordListState } from '@quaff/platform/console/list/record/use-record-list'
import { pageLimits } from '@quaff/platform/shared/pagination'
import type { ListForPromotionInput, PromotionRow } from '../../contract'
import { promotionsApi } from '../promotion-queries'

type PromotionFilter = Omit<ListForPromotionInput, 'limit' | 'cursor' | 'sort' | 'order'>
type SelectionToolbarProps = {
  list: RecordListState<PromotionRow> & { filter: PromotionFilter }
  onBulk: (enabled: boolean) => void
}

/** More than this at once is work for several goes. */
const MAX_SELECTED = 1_000

/** What can be done with the selected merchants; the selection can grow to all that match, loaded or not. */
export function SelectionToolbar({ list: { filter, selection, pages }, onBulk }: SelectionToolbarProps) {
  const selectAll = useMutation({
    mutationFn: () => listMatching(filter),
    onSuccess: (ids) => selection.onChange(new Set(ids)),
    onError: () => notifyError('Couldn’t load the other merchants', 'The selection is as before. Try again.'),
  })
  const wanted = Math.min(pages.total ?? 0, MAX_SELECTED)
  return (
    <BulkBar count={selection.ids.size} onClear={selection.clear}>
      {wanted > selection.ids.size && (
        <Button variant="quiet" icon={IconListCheck} loading={selectAll.isPending} onClick={() => selectAll.mutate()}>
          {`Select all ${wanted}`}
        </Button>
      )}
      <Button icon={IconToggleRight} onClick={() => onBulk(true)}>
        Enable
      </Button>
      <Button icon={IconToggleLeft} onClick={() => onBulk(false)}>
        Disable
      </Button>
    </BulkBar>
  )
}

async function listMatching(filter: PromotionFilter): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await promotionsApi.listForPromotion.call({ ...filter, limit: pageLimits.maxSize, cursor })
    ids.push(...page.rows.map(({ merchantId }) => merchantId))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && ids.length < MAX_SELECTED)
  return ids.slice(0, MAX_SELECTED)
}

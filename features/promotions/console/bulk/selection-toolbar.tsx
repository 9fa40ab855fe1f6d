import { IconListCheck, IconToggleLeft, IconToggleRight } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Button } from '@quaff/platform/console/controls/button'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import { pageLimits } from '@quaff/platform/shared/pagination'
import type { ListForPromotionInput } from '../../contract'
import { promotionsApi } from '../promotion-queries'

type SelectionToolbarProps = {
  input: Omit<ListForPromotionInput, 'limit' | 'cursor'>
  selected: ReadonlySet<string>
  total: number | undefined
  onSelect: (ids: ReadonlySet<string>) => void
  onBulk: (enabled: boolean) => void
}

/** More than this at once is work for several goes. */
const MAX_SELECTED = 1_000

/** What can be done with the selected merchants; the selection can grow to all that match, loaded or not. */
export function SelectionToolbar({ input, selected, total, onSelect, onBulk }: SelectionToolbarProps) {
  const selectAll = useMutation({
    mutationFn: () => listMatching(input),
    onSuccess: (ids) => onSelect(new Set(ids)),
    onError: () => notifyError('The other merchants could not be loaded', 'The selection is as before. Try again.'),
  })
  const wanted = Math.min(total ?? 0, MAX_SELECTED)
  return (
    <BulkBar count={selected.size} onClear={() => onSelect(new Set())}>
      {wanted > selected.size && (
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

async function listMatching(input: SelectionToolbarProps['input']): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await promotionsApi.listForPromotion.call({ ...input, limit: pageLimits.maxSize, cursor })
    ids.push(...page.rows.map(({ merchantId }) => merchantId))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && ids.length < MAX_SELECTED)
  return ids.slice(0, MAX_SELECTED)
}

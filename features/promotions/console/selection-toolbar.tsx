import { IconToggleLeft, IconToggleRight } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import type { RecordListState } from '@quaff/platform/console/list/record/use-record-list'
import type { PromotionRow } from '../contract'

type SelectionToolbarProps = { list: Pick<RecordListState<PromotionRow>, 'bulk'>; onBulk: (enabled: boolean) => void }

export function SelectionToolbar({ list, onBulk }: SelectionToolbarProps) {
  return (
    <BulkBar {...list.bulk}>
      <Button icon={IconToggleRight} onClick={() => onBulk(true)}>
        Enable
      </Button>
      <Button icon={IconToggleLeft} onClick={() => onBulk(false)}>
        Disable
      </Button>
    </BulkBar>
  )
}

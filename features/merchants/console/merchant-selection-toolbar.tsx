import { IconCheck, IconEyeCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { CommandButton } from '@quaff/platform/console/frame/page-header'
import { BulkBar, ExportSelected } from '@quaff/platform/console/list/bulk-bar'
import type { RecordListState } from '@quaff/platform/console/list/use-record-list'
import type { MerchantRow } from '../contract'
import { merchantPermissions } from '../permissions'
import type { BatchVerb } from './action-labels'

const BatchDialog = deferred(async () => (await import('./batch-dialog')).BatchDialog)

export function MerchantSelectionToolbar({ list }: { list: RecordListState<MerchantRow> }) {
  const { selection } = list
  const [verb, setVerb] = useState<BatchVerb>()
  const approve = useCan(merchantPermissions, 'merchant.approve')
  const review = useCan(merchantPermissions, 'merchant.review')
  const mayExport = useCan(merchantPermissions, 'merchant.export')
  const of = { id: 'selection', name: `${selection.ids.size} selected` }
  return (
    <>
      <BulkBar {...list.bulk}>
        <CommandButton
          command={{
            id: 'merchants.approve',
            label: 'Approve',
            icon: IconCheck,
            disabledReason: approve.reason ?? undefined,
            of,
            run: () => setVerb('approve'),
          }}
        />
        <CommandButton
          command={{
            id: 'merchants.review',
            label: 'Mark reviewed',
            icon: IconEyeCheck,
            disabledReason: review.reason ?? undefined,
            of,
            run: () => setVerb('review'),
          }}
        />
        <ExportSelected list={list} disabledReason={mayExport.reason ?? undefined} />
      </BulkBar>
      {verb && (
        <BatchDialog
          verb={verb}
          merchants={list.selectedRows()}
          onClose={() => setVerb(undefined)}
          onDone={(refused) => selection.onChange(new Set(refused))}
        />
      )}
    </>
  )
}

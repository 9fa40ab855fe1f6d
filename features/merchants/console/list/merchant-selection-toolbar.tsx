import { IconCheck, IconDownload, IconEyeCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import type { MerchantRow } from '../../contract'
import { merchantPermissions } from '../../permissions'
import type { BatchVerb } from './batch/batch-words'
import { selectionOf, useMerchantExport } from './merchant-export-menu'

const BatchDialog = deferred(async () => (await import('./batch/batch-dialog')).BatchDialog)

interface MerchantSelectionToolbarProps {
  selected: ReadonlySet<string>
  /** The loaded rows, of which the selected ones are named. */
  rows: readonly MerchantRow[]
  onChange: (ids: ReadonlySet<string>) => void
}

export function MerchantSelectionToolbar({ selected, rows, onChange }: MerchantSelectionToolbarProps) {
  const exporting = useMerchantExport()
  const [verb, setVerb] = useState<BatchVerb>()
  const approve = useCan(merchantPermissions, 'merchant.approve')
  const review = useCan(merchantPermissions, 'merchant.review')
  const mayExport = useCan(merchantPermissions, 'merchant.export')
  return (
    <>
      <BulkBar count={selected.size} onClear={() => onChange(new Set())}>
        <PermissionButton
          icon={IconCheck}
          disabledReason={approve.reason ?? undefined}
          onClick={() => setVerb('approve')}
        >
          Approve
        </PermissionButton>
        <PermissionButton
          icon={IconEyeCheck}
          disabledReason={review.reason ?? undefined}
          onClick={() => setVerb('review')}
        >
          Mark reviewed
        </PermissionButton>
        <PermissionButton
          icon={IconDownload}
          loading={exporting.isPending}
          disabledReason={mayExport.reason ?? undefined}
          onClick={() => exporting.mutate(selectionOf('csv', selected))}
        >
          Export CSV
        </PermissionButton>
      </BulkBar>
      {verb && (
        <BatchDialog
          verb={verb}
          merchants={[...selected].map((id) => rows.find((row) => row.id === id) ?? { id, name: id, missing: [] })}
          onClose={() => setVerb(undefined)}
          onDone={(refused) => onChange(new Set(refused))}
        />
      )}
    </>
  )
}

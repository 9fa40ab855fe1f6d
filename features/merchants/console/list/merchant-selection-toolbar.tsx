import { IconCheck, IconDownload, IconEyeCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import type { MerchantRow } from '../../contract'
import { merchantPermissions } from '../../permissions'
import type { BatchVerb } from './batch/batch-words'
import { selectionOf, useMerchantExport } from './merchant-export-menu'

const BatchDialog = lazy(async () => ({ default: (await import('./batch/batch-dialog')).BatchDialog }))

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
  const of = { id: 'selection', name: `${selected.size} selected` }
  return (
    <>
      <BulkBar count={selected.size} onClear={() => onChange(new Set())}>
        <CommandButton
          command={{
            id: 'merchants.approve',
            label: 'Approve',
            icon: IconCheck,
            because: approve.reason ?? undefined,
            of,
            run: () => setVerb('approve'),
          }}
        />
        <CommandButton
          command={{
            id: 'merchants.review',
            label: 'Mark reviewed',
            icon: IconEyeCheck,
            because: review.reason ?? undefined,
            of,
            run: () => setVerb('review'),
          }}
        />
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
        <Suspense fallback={null}>
          <BatchDialog
            verb={verb}
            merchants={[...selected].map((id) => rows.find((row) => row.id === id) ?? { id, name: id, missing: [] })}
            onClose={() => setVerb(undefined)}
            onDone={(refused) => onChange(new Set(refused))}
          />
        </Suspense>
      )}
    </>
  )
}

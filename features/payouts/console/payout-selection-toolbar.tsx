import { useState } from 'react'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import { formatCount } from '@quaff/platform/console/display/formats'
import { CommandButton } from '@quaff/platform/console/frame/page-header'
import { BulkBar, ExportSelected } from '@quaff/platform/console/list/bulk-bar'
import type { RecordListState } from '@quaff/platform/console/list/use-record-list'
import type { PayoutRow } from '../contract'
import { refusedProgress } from '../progress/rules'
import { bulkActions, payoutCount, type BulkAction } from './bulk-labels'
import { payoutCommands } from './payout-commands-widget'

const BulkDialog = deferred(async () => (await import('./bulk-dialog')).BulkDialog)

/** Offers only actions that at least one selected payout allows. */
export function PayoutSelectionToolbar({ list }: { list: RecordListState<PayoutRow> }) {
  const { selection } = list
  const { ids } = selection
  const [pendingAction, setPendingAction] = useState<BulkAction>()
  useIdlePreload(BulkDialog, ids.size > 0)
  const rows = list.selectedRows()
  const offered = bulkActions.flatMap((action) => {
    const count = rows.filter((row) => refusedProgress(action, row) === undefined).length
    return count === 0 ? [] : [{ action, count }]
  })
  return (
    <>
      <BulkBar {...list.bulk}>
        {offered.map(({ action, count }) => (
          <CommandButton
            key={action}
            command={{
              ...payoutCommands.commands[action],
              label: `${labelOf(action)} (${formatCount(count)})`,
              id: `payouts.${action}`,
              of: { id: 'selection', name: payoutCount(ids.size) },
              run: () => setPendingAction(action),
            }}
          />
        ))}
        <ExportSelected list={list} />
      </BulkBar>
      {pendingAction && (
        <BulkDialog
          action={pendingAction}
          rows={rows}
          onClose={() => setPendingAction(undefined)}
          onDone={(finished) => selection.onChange(new Set([...ids].filter((id) => !finished.has(id))))}
        />
      )}
    </>
  )
}

function labelOf(action: BulkAction): string {
  const { label, short }: { label: string; short?: string } = payoutCommands.commands[action]
  return short ?? label
}

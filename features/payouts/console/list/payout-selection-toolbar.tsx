import { useState } from 'react'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import { ExportSelected } from '@quaff/platform/console/list/record/export-selected'
import type { RecordListState } from '@quaff/platform/console/list/record/use-record-list'
import type { PayoutRow } from '../../contract'
import { payoutCommands } from '../payout-commands-widget'
import { bulkActions, payoutCount, type BulkAction } from './bulk/bulk-words'

const BulkDialog = deferred(async () => (await import('./bulk/bulk-dialog')).BulkDialog)

/** The selected ones of the loaded rows are acted on. */
export function PayoutSelectionToolbar({ list }: { list: RecordListState<PayoutRow> }) {
  const { selection, pages } = list
  const { ids } = selection
  const [asked, setAsked] = useState<BulkAction>()
  useIdlePreload(BulkDialog, ids.size > 0)
  return (
    <>
      <BulkBar count={ids.size} onClear={selection.clear}>
        {bulkActions.map((action) => (
          <CommandButton
            key={action}
            command={{
              ...payoutCommands.commands[action],
              id: `payouts.${action}`,
              of: { id: 'selection', name: payoutCount(ids.size) },
              run: () => setAsked(action),
            }}
          />
        ))}
        <ExportSelected list={list} />
      </BulkBar>
      {asked && (
        <BulkDialog
          action={asked}
          rows={pages.rows.filter(({ id }) => ids.has(id))}
          onClose={() => setAsked(undefined)}
          onDone={(finished) => selection.onChange(new Set([...ids].filter((id) => !finished.has(id))))}
        />
      )}
    </>
  )
}

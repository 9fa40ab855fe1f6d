import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import type { Selection } from '@quaff/platform/console/list/bulk/use-selection'
import type { PayoutRow } from '../../contract'
import { payoutCommands } from '../payout-commands-widget'
import { bulkActions, payoutCount, type BulkAction } from './bulk/bulk-words'
import { chosenIds, usePayoutExport } from './payout-export-menu'

const BulkDialog = deferred(async () => (await import('./bulk/bulk-dialog')).BulkDialog)

interface PayoutSelectionToolbarProps {
  selection: Selection
  /** The loaded rows, of which the selected ones are acted on. */
  rows: readonly PayoutRow[]
}

export function PayoutSelectionToolbar({ selection, rows }: PayoutSelectionToolbarProps) {
  const { ids } = selection
  const [asked, setAsked] = useState<BulkAction>()
  useIdlePreload(BulkDialog, ids.size > 0)
  const exporting = usePayoutExport()
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
        <Button
          icon={IconDownload}
          loading={exporting.isPending}
          onClick={() => exporting.mutate({ format: 'csv', ids: chosenIds(selection) })}
        >
          Export CSV
        </Button>
      </BulkBar>
      {asked && (
        <BulkDialog
          action={asked}
          rows={rows.filter(({ id }) => ids.has(id))}
          onClose={() => setAsked(undefined)}
          onDone={(finished) => selection.onChange(new Set([...ids].filter((id) => !finished.has(id))))}
        />
      )}
    </>
  )
}

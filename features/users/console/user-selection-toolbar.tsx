import { useState } from 'react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import { formatCount } from '@quaff/platform/console/display/formats'
import { CommandButton } from '@quaff/platform/console/frame/page-header'
import { BulkBar, ExportSelected } from '@quaff/platform/console/list/bulk-bar'
import type { RecordListState } from '@quaff/platform/console/list/use-record-list'
import type { UserRow } from '../contract'
import { userPermissions } from '../permissions'
import { bulkActions, type BulkAction } from './action-labels'
import { userCommands } from './user-commands-widget'

const BulkDialog = deferred(async () => (await import('./bulk-dialog')).BulkDialog)

export function UserSelectionToolbar({ list }: { list: RecordListState<UserRow> }) {
  const { selection } = list
  const { ids } = selection
  const [pendingAction, setPendingAction] = useState<BulkAction>()
  useIdlePreload(BulkDialog, ids.size > 0)
  const reasons = {
    suspend: useCan(userPermissions, 'user.suspend').reason,
    reactivate: useCan(userPermissions, 'user.reactivate').reason,
    resendInvitation: useCan(userPermissions, 'user.resendInvitation').reason,
  } satisfies Record<BulkAction, string | null>
  const mayExport = useCan(userPermissions, 'user.export')
  const of = { id: 'selection', name: `${formatCount(ids.size)} selected` }
  return (
    <>
      <BulkBar {...list.bulk}>
        {bulkActions.map((action) => (
          <CommandButton
            key={action}
            command={{
              ...userCommands.commands[action],
              id: `users.${action}`,
              disabledReason: reasons[action] ?? undefined,
              of,
              run: () => setPendingAction(action),
            }}
          />
        ))}
        {mayExport.allowed && <ExportSelected list={list} />}
      </BulkBar>
      {pendingAction && (
        <BulkDialog
          action={pendingAction}
          ids={[...ids]}
          onClose={() => setPendingAction(undefined)}
          onDone={(left) => selection.onChange(new Set(left))}
        />
      )}
    </>
  )
}

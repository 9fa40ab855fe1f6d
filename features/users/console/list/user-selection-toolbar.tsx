import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { unreachableText, verbErrorText } from '@quaff/platform/console/forms/error-text'
import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import { ExportSelected } from '@quaff/platform/console/list/record/export-selected'
import type { RecordListState } from '@quaff/platform/console/list/record/use-record-list'
import { totalText } from '@quaff/platform/shared/pagination'
import type { UserFilter, UserRow } from '../../contract'
import { userPermissions } from '../../permissions'
import { userCommands } from '../user-commands-widget'
import { usersApi } from '../user-queries'
import { bulkActions, type BulkAction } from './bulk/bulk-words'

/** Of people chosen at once: each is a request of its own. */
const selectionLimit = 5_000

const BulkDialog = deferred(async () => (await import('./bulk/bulk-dialog')).BulkDialog)

export function UserSelectionToolbar({ list, filter }: { list: RecordListState<UserRow>; filter: UserFilter }) {
  const { selection, pages } = list
  const { ids, matched } = selection
  const { total = 0 } = pages
  const [asked, setAsked] = useState<BulkAction>()
  useIdlePreload(BulkDialog, ids.size > 0)
  const reasons = {
    suspend: useCan(userPermissions, 'user.suspend').reason,
    reactivate: useCan(userPermissions, 'user.reactivate').reason,
    resendInvitation: useCan(userPermissions, 'user.resendInvitation').reason,
  } satisfies Record<BulkAction, string | null>
  const mayExport = useCan(userPermissions, 'user.export')
  const all = useMutation({
    mutationFn: () => readMatching(filter),
    onSuccess: (found) => selection.selectMatching(found.ids, found.total),
    onError: (error) => notifyError('Not all could be selected', verbErrorText(error, undefined, unreachableText)),
  })
  const of = { id: 'selection', name: `${formatCount(ids.size)} selected` }
  return (
    <>
      <BulkBar
        count={ids.size}
        summary={summaryOf(ids.size, matched)}
        more={
          matched === undefined && total > ids.size
            ? { label: `Select all ${totalText(total)}`, loading: all.isPending, onSelect: () => all.mutate() }
            : undefined
        }
        onClear={selection.clear}
      >
        {bulkActions.map((action) => (
          <CommandButton
            key={action}
            command={{
              ...userCommands.commands[action],
              id: `users.${action}`,
              because: reasons[action] ?? undefined,
              of,
              run: () => setAsked(action),
            }}
          />
        ))}
        {mayExport.allowed && <ExportSelected list={list} />}
      </BulkBar>
      {asked && (
        <BulkDialog
          action={asked}
          ids={[...ids]}
          onClose={() => setAsked(undefined)}
          onDone={(left) => selection.onChange(new Set(left))}
        />
      )}
    </>
  )
}

function summaryOf(count: number, matched: number | undefined): string | undefined {
  if (matched === undefined) return undefined
  if (matched <= count) return `All ${formatCount(count)} that match are selected`
  return `The newest ${formatCount(count)} of ${totalText(matched)} that match are selected`
}

async function readMatching(filter: UserFilter): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = []
  let cursor: string | null = null
  let total = 0
  do {
    const page: Awaited<ReturnType<typeof usersApi.listIds.call>> = await usersApi.listIds.call({ ...filter, cursor })
    ids.push(...page.userIds)
    total = page.total ?? total
    cursor = page.nextCursor
  } while (cursor !== null && ids.length < selectionLimit)
  return { ids: ids.slice(0, selectionLimit), total: Math.max(total, ids.length) }
}

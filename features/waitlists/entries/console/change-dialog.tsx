import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { BulkResultList } from '@quaff/platform/console/list/bulk/bulk-result-list'
import { useRefetch } from '@quaff/platform/console/query-client'
import { waitlistsApi } from '../../console/waitlist-queries'
import type { EntryAction, EntryRow } from '../contract'
import { refusalOf } from '../rules'
import { entryCommands } from './entry-commands'
import { countWords, doneWords, nameOf } from './entry-looks'
import { PeopleList } from './people-list'
import type { AskedChange } from './use-entry-actions'

/** What it means, before it is done. */
const actionNotes = {
  invite: 'Each person gets an email with their own link, valid for the days set on this list.',
  resend: 'Sends a new email and link. The old link stops working and the expiry starts over.',
  rescind: 'The emailed link stops working. They return to their previous place.',
  shortlist: 'They’ll be invited first. We don’t notify them.',
  unshortlist: 'They return to their previous place.',
  restore: 'They return to their previous place.',
  remove: 'An open invitation is canceled and they won’t be invited again. You can restore them.',
} as const satisfies Record<EntryAction, string>

interface ChangeDialogProps {
  asked: AskedChange
  onClose: () => void
  /** With the ids of those that were refused. */
  onDone?: (left: string[]) => void
}

/** First exactly who it would be done to, then what became of each. */
export function ChangeDialog({ asked: { action, entries }, onClose, onDone }: ChangeDialogProps) {
  const refetch = useRefetch(waitlistsApi.key())
  const requestKey = useRef(newRequestKey())
  const running = useRef(false)
  const change = useMutation(waitlistsApi.changeEntries.mutationOptions({ onSettled: () => void refetch() }))
  const { label } = entryCommands.commands[action]
  const done = doneWords[action]
  const possible = entries.filter(({ status }) => refusalOf(action, status) === null)
  const [only] = entries
  const title = only && entries.length === 1 ? `${label}: ${nameOf(only)}` : `${label}: ${countWords(entries.length)}`
  const results = change.data
  const run = () => {
    // State comes a drawing too late for the second click of a double click.
    if (running.current) return
    running.current = true
    const waitlistId = only?.waitlistId ?? ''
    change.mutate(
      {
        waitlistId,
        action,
        entries: possible.map(({ id, version }) => ({ id, version })),
        requestKey: requestKey.current,
      },
      {
        onSuccess: (all) => onDone?.(all.filter(({ ok }) => !ok).map(({ id }) => id)),
        onSettled: () => (running.current = false),
      },
    )
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      description={results ? undefined : actionNotes[action]}
      keepOnOutsideClick
      footer={
        results ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <DialogButtons
            onCancel={onClose}
            danger={action === 'remove'}
            data-autofocus
            disabled={possible.length === 0}
            loading={change.isPending}
            onClick={run}
          >
            {possible.length === 1 ? label : `${label} (${possible.length})`}
          </DialogButtons>
        )
      }
    >
      <FaultNotice title="Couldn’t update the waitlist" text={change.error && errorText(change.error)} />
      {results ? (
        <>
          <p className="q-secondary" role="status">
            {resultWords(results)}
          </p>
          <BulkResultList label="Results" done={done} results={results.map((one) => ({ ...one, name: one.label }))} />
        </>
      ) : (
        <PeopleList label="Who" people={entries} problemOf={(entry: EntryRow) => refusalOf(action, entry.status)} />
      )}
    </Dialog>
  )
}

export function resultWords(results: readonly { ok: boolean }[]): string {
  const failed = results.filter(({ ok }) => !ok).length
  const done = countWords(results.length - failed)
  return failed === 0 ? `${done} updated` : `${done} updated, ${failed} failed`
}

import { ORPCError } from '@orpc/client'
import {
  IconArrowBackUp,
  IconMailForward,
  IconMailOff,
  IconSend,
  IconStar,
  IconStarOff,
  IconUserMinus,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { ErrorNotice, StatusPill } from '@quaff/platform/console/display/panel'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { defineCommands } from '@quaff/platform/console/frame/command'
import { BulkResultList } from '@quaff/platform/console/list/bulk/bulk-results-dialog'
import { useRefetch } from '@quaff/platform/console/query-client'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { ChangeResult, EntryAction, EntryRow } from '../entries-contract'
import { decideChange, refusalOf, statusAfter } from '../rules'
import { countText, doneLabels, nameOf, statusMeta } from './waitlist-labels'
import { waitlistsApi } from './waitlist-queries'
import classes from './waitlists.module.css'

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
  pendingAction: PendingChange
  onClose: () => void
  /** Receives the IDs of refused entries. */
  onDone?: (left: string[]) => void
}

/** First exactly who it would be done to, then what became of each. */
export function ChangeDialog({ pendingAction: { action, entries }, onClose, onDone }: ChangeDialogProps) {
  const refetch = useRefetch(waitlistsApi.key())
  const requestKey = useRef(newRequestKey())
  const running = useRef(false)
  const change = useMutation(waitlistsApi.changeEntries.mutationOptions({ onSettled: () => void refetch() }))
  const { label } = entryCommands.commands[action]
  const done = doneLabels[action]
  const possible = entries.filter(({ status }) => refusalOf(action, status) === null)
  const [only] = entries
  const title =
    only && entries.length === 1 ? `${label}: ${isolated(nameOf(only))}` : `${label}: ${countText(entries.length)}`
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
      <ErrorNotice title="Couldn’t update the waitlist" text={change.error && errorText(change.error)} />
      {results ? (
        <ChangeResults results={results} done={done} />
      ) : (
        <PeopleList label="Who" people={entries} problemOf={(entry: EntryRow) => refusalOf(action, entry.status)} />
      )}
    </Dialog>
  )
}

export function ChangeResults({ results, done }: { results: ChangeResult; done: string }) {
  return (
    <>
      <p className="q-secondary" role="status">
        {resultText(results)}
      </p>
      <BulkResultList label="Results" done={done} results={results.map((one) => ({ ...one, name: one.label }))} />
    </>
  )
}

function resultText(results: readonly { ok: boolean }[]): string {
  const failed = results.filter(({ ok }) => !ok).length
  const done = countText(results.length - failed)
  return failed === 0 ? `${done} updated` : `${done} updated, ${failed} failed`
}

type Entry = Pick<EntryRow, 'id' | 'name' | 'email' | 'status'>

/** Not offered if another action replaces it. */
const decide = (action: EntryAction) => (entry: Entry) => decideChange(action, entry.status).ok || null

export const entryCommands = defineCommands<Entry>()('entry', nameOf, {
  invite: { label: 'Invite', icon: IconSend, keys: 'i', opensDialog: true, may: decide('invite') },
  resend: { label: 'Resend invitation', icon: IconMailForward, opensDialog: true, may: decide('resend') },
  rescind: {
    label: 'Rescind invitation',
    short: 'Rescind',
    icon: IconMailOff,
    opensDialog: true,
    may: decide('rescind'),
  },
  shortlist: { label: 'Shortlist', icon: IconStar, keys: 's', may: decide('shortlist') },
  unshortlist: { label: 'Remove from shortlist', icon: IconStarOff, may: decide('unshortlist') },
  restore: { label: 'Restore to waitlist', icon: IconArrowBackUp, may: decide('restore') },
  remove: { label: 'Remove', icon: IconUserMinus, danger: true, opensDialog: true, may: decide('remove') },
} satisfies Record<EntryAction, object>)

interface PeopleListProps {
  label: string
  people: readonly EntryRow[]
  /** Why it cannot be done to this one; null where it can. */
  problemOf?: (entry: EntryRow) => string | null
}

/** Lists all people by name, so that no one gets an unexpected email. */
export function PeopleList({ label, people, problemOf = () => null }: PeopleListProps) {
  return (
    <ol className={classes.people} aria-label={label} tabIndex={0}>
      {people.map((entry) => {
        const problem = problemOf(entry)
        const meta = statusMeta[entry.status]
        return (
          <li key={entry.id} className={classes.person}>
            <span className="q-grow">
              <span className="q-strong">{nameOf(entry)}</span>{' '}
              {entry.name !== '' && (
                <span className={`q-caption ${classes.mailbox}`}>{readableEmail(entry.email)}</span>
              )}
            </span>
            <StatusPill tone={meta.tone} icon={meta.icon}>
              {meta.label}
            </StatusPill>
            {problem !== null && <span className={`q-caption ${classes.reason}`}>{`Skipped: ${problem}`}</span>}
          </li>
        )
      })}
    </ol>
  )
}

type PendingChange = { action: EntryAction; entries: readonly EntryRow[] }
export type EntryActions = {
  pendingAction: PendingChange | undefined
  close: () => void
  /** Runs immediately if it sends nothing and can be undone with one click; otherwise asks first. */
  start: (action: EntryAction, entries: readonly EntryRow[]) => void
}

type AtOnce = 'shortlist' | 'unshortlist' | 'restore'
const inverse = { shortlist: 'unshortlist', unshortlist: 'shortlist', restore: 'remove' } as const satisfies Record<
  AtOnce,
  EntryAction
>
const isAtOnce = (action: EntryAction): action is AtOnce => action in inverse

export function useEntryActions(): EntryActions {
  const [pendingAction, setPendingAction] = useState<PendingChange>()
  const change = useWrite<EntryRow, EntryAction>({
    call: async ({ waitlistId, id, version, status }, action) => {
      const refusal = refusalOf(action, status)
      if (refusal !== null) throw refused(refusal)
      const input = { waitlistId, action, entries: [{ id, version }], requestKey: newRequestKey() }
      const [result] = await waitlistsApi.changeEntries.call(input)
      if (!result?.ok) throw refused(result?.error ?? '')
      return { version: result.version ?? version }
    },
    keys: [waitlistsApi.key()],
    next: (action) => ({ status: statusAfter[action] }),
    failed: 'Couldn’t update this person',
    done: (saved, action) => ({
      title: `${isolated(nameOf(saved))} is ${doneLabels[action]}`,
      ...(isAtOnce(action) && { undo: () => change.run(saved, inverse[action]) }),
    }),
  })
  return {
    pendingAction,
    close: () => setPendingAction(undefined),
    start: (action, entries) => {
      const [only, ...more] = entries
      if (only && more.length === 0 && isAtOnce(action)) change.run(only, action)
      else if (only) setPendingAction({ action, entries })
    },
  }
}

const refused = (message: string) => new ORPCError('CONFLICT', { message })

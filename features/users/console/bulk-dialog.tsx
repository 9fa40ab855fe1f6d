import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { ReasonField, useTyped } from '@quaff/platform/console/forms/field-inputs'
import { type BulkPreview, BulkVerbDialog } from '@quaff/platform/console/list/bulk/bulk-verb-dialog'
import { useBulkRun } from '@quaff/platform/console/list/bulk/use-bulk-run'
import { noteField } from '../access-contract'
import { possibleUserActions, userActionText, type ActingPerson } from '../access-rules'
import { userLimits, type SelectableUser } from '../contract'
import { actionLabels, type BulkAction, bulkLabels, people } from './action-labels'
import { nameOf } from './user-commands-widget'
import { usersApi } from './user-queries'

type Candidate = { id: string; name: string; email: string; version: number }

interface BulkDialogProps {
  action: BulkAction
  ids: readonly string[]
  onClose: () => void
  /** `onDone` receives the unchanged users, who stay selected. */
  onDone: (stillChosen: string[]) => void
}

export function BulkDialog({ action, ids, onClose, onDone }: BulkDialogProps) {
  // Stays the same while the selection shrinks to the remaining users.
  const [requested] = useState(ids)
  const reason = useTyped(noteField)
  const { uid: userId, role } = useSessionUser()
  const run = useBulkRun<Candidate>({
    call: (person) => callOf(action, person, reason.text),
    failed: actionLabels[action].failed,
    key: usersApi.key(),
    onDone: (results) => {
      const finished = new Set(results.filter(({ ok }) => ok).map(({ id }) => id))
      onDone((details.data ?? []).map(({ id }) => id).filter((id) => !finished.has(id)))
    },
  })
  const details = useQuery({
    queryKey: [...usersApi.listSelected.key(), requested],
    queryFn: () => readAll(requested),
    // The request stays the same while it runs.
    enabled: run.isIdle,
  })
  const gone = details.data ? requested.length - details.data.length : 0
  return (
    <BulkVerbDialog
      labels={bulkLabels[action]}
      unit={['person', 'people']}
      requested={requested.length}
      preview={details.data && previewOf(action, { userId, role }, details.data)}
      reading={details}
      run={run}
      details={gone > 0 && <p className="q-secondary">{`${people(gone)} not found.`}</p>}
      fields={{ reason }}
      isDangerous={action === 'suspend'}
      left="Users we couldn’t change are still selected."
      onClose={onClose}
    >
      {bulkLabels[action].hasReason && (
        <ReasonField typed={reason} description="Saved in the audit log of each." isFirst={false} />
      )}
    </BulkVerbDialog>
  )
}

/** Users who can be changed, and the others with the server's reason. */
export function previewOf(
  action: BulkAction,
  actor: ActingPerson,
  found: readonly SelectableUser[],
): BulkPreview<Candidate> {
  const preview: BulkPreview<Candidate> = { possible: [], impossible: [] }
  for (const person of found) {
    const { id, email, version } = person
    const name = nameOf(person)
    const verdict = possibleUserActions(actor, person)[action]
    if (verdict.ok) preview.possible.push({ id, name, email, version })
    else preview.impossible.push({ id, name, reason: userActionText(action, verdict.reason) })
  }
  return preview
}

async function callOf(action: BulkAction, { id, email, version }: Candidate, reason: string): Promise<void> {
  if (action === 'resendInvitation') {
    await usersApi.resendInvitation.call({ userId: id })
    rememberedEmail.write(email)
  } else await usersApi[action].call({ userId: id, version, ...(reason === '' ? {} : { reason }) })
}

async function readAll(ids: readonly string[]): Promise<SelectableUser[]> {
  const found: SelectableUser[] = []
  for (let from = 0; from < ids.length; from += userLimits.selectedPerAnswer)
    found.push(...(await usersApi.listSelected.call({ ids: ids.slice(from, from + userLimits.selectedPerAnswer) })))
  return found
}

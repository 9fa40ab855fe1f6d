import { ORPCError } from '@orpc/client'
import { useState } from 'react'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { waitlistsApi } from '../../console/waitlist-queries'
import type { EntryAction, EntryRow } from '../contract'
import { refusalOf, statusAfter } from '../rules'
import { doneWords, nameOf } from './entry-looks'

export type AskedChange = { action: EntryAction; entries: readonly EntryRow[] }
export type EntryActions = {
  /** What is being asked for, until the dialog closes. */
  asked: AskedChange | undefined
  close: () => void
  /** At once where nothing leaves the house and one click undoes it; asks first otherwise. */
  start: (action: EntryAction, entries: readonly EntryRow[]) => void
}

type AtOnce = 'shortlist' | 'unshortlist' | 'restore'
const inverse = { shortlist: 'unshortlist', unshortlist: 'shortlist', restore: 'remove' } as const satisfies Record<
  AtOnce,
  EntryAction
>
const isAtOnce = (action: EntryAction): action is AtOnce => action in inverse

export function useEntryActions(): EntryActions {
  const [asked, setAsked] = useState<AskedChange>()
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
      title: `${nameOf(saved)} is ${doneWords[action]}`,
      ...(isAtOnce(action) && { undo: () => change.run(saved, inverse[action]) }),
    }),
  })
  return {
    asked,
    close: () => setAsked(undefined),
    start: (action, entries) => {
      const [only, ...more] = entries
      if (only && more.length === 0 && isAtOnce(action)) change.run(only, action)
      else if (only) setAsked({ action, entries })
    },
  }
}

/** The answer is a line for each person; of one alone it is an answer like any other. */
const refused = (message: string) => new ORPCError('CONFLICT', { message })

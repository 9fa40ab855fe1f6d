import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { EntryAction, EntryRow } from '../../entries/contract'
import { refusalOf } from '../../entries/rules'
import { doneWords, nameOf } from '../entry-looks'
import { useWaitlistRefetch } from '../use-waitlist-refresh'
import { waitlistsApi } from '../waitlist-queries'

export type AskedChange = { action: EntryAction; entries: readonly EntryRow[] }
export type EntryActions = {
  /** What is being asked for, until the dialog closes. */
  asked: AskedChange | undefined
  close: () => void
  /** At once where nothing leaves the house and one click undoes it; asks first otherwise. */
  start: (action: EntryAction, entries: readonly EntryRow[]) => void
}

const atOnce: readonly EntryAction[] = ['shortlist', 'unshortlist', 'restore']

export function useEntryActions(): EntryActions {
  const [asked, setAsked] = useState<AskedChange>()
  const refetch = useWaitlistRefetch()
  const change = useMutation(waitlistsApi.changeEntries.mutationOptions({ onSettled: () => void refetch() }))

  const runOne = async (action: EntryAction, entry: EntryRow) => {
    const refusal = refusalOf(action, entry.status)
    const failed = `${nameOf(entry)} was not changed`
    if (refusal !== null) return notifyError(failed, refusal)
    try {
      const entries = [{ id: entry.id, version: entry.version }]
      const [result] = await change.mutateAsync({
        waitlistId: entry.waitlistId,
        action,
        entries,
        requestKey: newRequestKey(),
      })
      if (result?.ok) return notifySuccess(`${nameOf(entry)} is ${doneWords[action]}`)
      return notifyError(failed, result?.error ?? '')
    } catch (error) {
      return notifyError(failed, errorText(error))
    }
  }
  return {
    asked,
    close: () => setAsked(undefined),
    start: (action, entries) => {
      const [only, ...more] = entries
      if (only && more.length === 0 && atOnce.includes(action)) void runOne(action, only)
      else if (only) setAsked({ action, entries })
    },
  }
}

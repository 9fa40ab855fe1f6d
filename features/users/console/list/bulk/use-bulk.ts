import { ORPCError } from '@orpc/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { runOneByOne } from '@quaff/platform/console/list/bulk/run-one-by-one'
import { useRefetch } from '@quaff/platform/console/query-client'
import { userLimits, type SelectableUser } from '../../../contract'
import { actionWords } from '../../actions/action-words'
import { usersApi } from '../../user-queries'
import { previewOf, type Candidate } from './bulk-preview'
import type { BulkAction } from './bulk-words'

/** First who it can be done to as they are now, then the same verb for each; stops when asked to, and when the dialog goes. */
export function useBulk(action: BulkAction, ids: readonly string[], onDone: (stillChosen: string[]) => void) {
  const { uid: userId, role } = useSessionUser()
  const refetch = useRefetch(usersApi.key())
  const abort = useRef<AbortController>(undefined)
  const [done, setDone] = useState(0)
  useEffect(() => () => abort.current?.abort(), [])

  const suspend = useMutation(usersApi.suspend.mutationOptions())
  const reactivate = useMutation(usersApi.reactivate.mutationOptions())
  const resend = useMutation(usersApi.resendInvitation.mutationOptions())
  const call = async ({ id, email, version }: Candidate, reason: string) => {
    const input = { userId: id, version, ...(reason === '' ? {} : { reason }) }
    if (action === 'suspend') return suspend.mutateAsync(input)
    if (action === 'reactivate') return reactivate.mutateAsync(input)
    await resend.mutateAsync({ userId: id })
    rememberedEmail.write(email)
  }

  const run = useMutation({
    mutationFn: ({ rows, reason }: { rows: readonly Candidate[]; reason: string }) => {
      setDone(0)
      abort.current = new AbortController()
      return runOneByOne({
        rows,
        run: (row) => call(row, reason),
        describe: (error) => verbErrorText(error, actionWords[action].failed),
        endsAll: (error) => !(error instanceof ORPCError) || error.code === 'UNAUTHORIZED',
        signal: abort.current.signal,
        onProgress: setDone,
      })
    },
    onSuccess: (results) => {
      const finished = new Set(results.filter(({ ok }) => ok).map(({ id }) => id))
      onDone((facts.data ?? []).map(({ id }) => id).filter((id) => !finished.has(id)))
      void refetch()
    },
  })
  const facts = useQuery({
    queryKey: [...usersApi.listIds.key(), ids],
    queryFn: () => readAll(ids),
    // What was asked for stays as it was asked while it is being done.
    enabled: run.isIdle,
  })
  const preview = facts.data && previewOf(action, { userId, role }, ids.length, facts.data)
  return { facts, preview, run, done, stop: () => abort.current?.abort() }
}

async function readAll(ids: readonly string[]): Promise<SelectableUser[]> {
  const found: SelectableUser[] = []
  for (let from = 0; from < ids.length; from += userLimits.idsPerAnswer) {
    const { rows } = await usersApi.listIds.call({ ids: ids.slice(from, from + userLimits.idsPerAnswer) })
    found.push(...rows)
  }
  return found
}

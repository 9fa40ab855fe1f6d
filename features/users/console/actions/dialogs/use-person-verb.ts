import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '../../error-text'
import { usePeopleRefetch } from '../../use-people-refetch'
import { usersApi } from '../../user-queries'
import { actionWords } from '../action-words'
import type { Person, PersonAction } from '../possible-actions'
import { isStale } from '@quaff/platform/console/forms/stale-notice'

/**
 * Runs one verb on a person as they were when the dialog opened: if somebody was faster the server refuses, the typed
 * text stays, and `reload` shows the person as they are now.
 */
export function usePersonVerb(action: PersonAction, opened: Person) {
  const client = useQueryClient()
  const refetch = usePeopleRefetch()
  const [person, setPerson] = useState(opened)
  const [problem, setProblem] = useState<string>()
  const [stale, setStale] = useState(false)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const { failed } = actionWords[action]

  /** Whether it was done. */
  const run = async (verb: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await verb()
      void refetch()
      return true
    } catch (error) {
      setStale(isStale(error))
      setProblem(isStale(error) ? undefined : errorText(error, failed))
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const reload = async () => {
    const input = { userId: person.id }
    try {
      setPerson(await client.fetchQuery({ ...usersApi.get.queryOptions({ input }), staleTime: 0 }))
      setStale(false)
    } catch (error) {
      setProblem(errorText(error, 'This user could not be loaded'))
    }
  }
  return { person, problem, stale, busy, run, reload }
}

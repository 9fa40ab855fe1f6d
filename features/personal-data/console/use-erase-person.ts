import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRecentSignIn } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import type { UserRecord } from '@quaff/features/users/contract'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { isStale } from '@quaff/platform/console/forms/stale-notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { personalDataApi, usersApi } from './personal-data-queries'

/** The typed address lives here, so that it outlasts the step in which the administrator confirms who they are. */
export function useErasePerson(opened: UserRecord, onClose: () => void) {
  const client = useQueryClient()
  const [person, setPerson] = useState(opened)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [stale, setStale] = useState<unknown>()
  const erase = useMutation(personalDataApi.erase.mutationOptions())
  const kept = useQuery(personalDataApi.keptFigures.queryOptions({ input: { userId: person.id }, staleTime: 0 }))

  const gate = useRecentSignIn(
    async () => {
      setProblem(undefined)
      await erase.mutateAsync({ userId: person.id, version: person.version, confirmEmail: typed.trim() })
      notifySuccess('User erased')
      onClose()
      await client.invalidateQueries({ queryKey: usersApi.key() })
    },
    (error) => {
      setStale(isStale(error) ? error : undefined)
      if (!isStale(error)) setProblem(errorText(error))
    },
  )
  const submit = () => {
    if (typed.trim().toLowerCase() === person.email.toLowerCase()) void gate.attempt()
    else setFault('This doesn’t match. Type the email exactly as shown.')
  }
  const reload = async () => {
    try {
      const input = { userId: person.id }
      setPerson(await client.fetchQuery({ ...usersApi.get.queryOptions({ input }), staleTime: 0 }))
      setStale(undefined)
    } catch {
      setProblem('Couldn’t load this user')
    }
  }
  const type = (text: string) => {
    setFault(undefined)
    setTyped(text)
  }
  return { person, typed, type, fault, problem, stale, kept, gate, submit, reload }
}

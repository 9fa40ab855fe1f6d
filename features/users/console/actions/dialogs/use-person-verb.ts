import { useQueryClient } from '@tanstack/react-query'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import { usePeopleRefetch } from '../../use-people-refetch'
import type { Person, PersonAction } from '../../user-commands-widget'
import { usersApi } from '../../user-queries'
import { actionWords } from '../action-words'

export function usePersonVerb(action: PersonAction, opened: Person) {
  const client = useQueryClient()
  const refetch = usePeopleRefetch()
  const { failed } = actionWords[action]
  const { row, ...verb } = useVerb({
    what: 'user',
    opened,
    load: ({ id }) => client.fetchQuery({ ...usersApi.get.queryOptions({ input: { userId: id } }), staleTime: 0 }),
    refetch,
    textOf: (error, during) => verbErrorText(error, during === 'run' ? failed : 'This user could not be loaded'),
  })
  return { ...verb, person: row }
}

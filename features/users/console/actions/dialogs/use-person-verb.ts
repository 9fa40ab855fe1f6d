import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import type { Person, PersonAction } from '../../user-commands-widget'
import { usersApi } from '../../user-queries'
import { actionWords } from '../action-words'

export const usePersonVerb = (action: PersonAction, opened: Person) =>
  useVerb<Person>({
    what: 'user',
    opened,
    keys: [usersApi.key()],
    load: ({ id: userId }) => usersApi.get.call({ userId }),
    failed: actionWords[action].failed,
  })

import { useVerb } from '@quaff/platform/console/forms/use-save'
import { actionWords } from './action-words'
import type { Person, PersonAction } from './user-commands-widget'
import { usersApi } from './user-queries'

export interface AfterVerb {
  /** Nobody is there any more whose sheet could stay open. */
  isGone?: boolean
  /** Suspended, and to be let in again by Undo. */
  suspended?: Person
  /** Removed from this merchant, and to be added back by Undo. */
  removedFrom?: string
}

export interface PersonDialogProps {
  person: Person
  onClose: () => void
  /** After the server did it. */
  onDone: (action: PersonAction, message: string, after?: AfterVerb) => void
}

export const usePersonVerb = (action: PersonAction, opened: Person) =>
  useVerb<Person>({
    what: 'user',
    opened,
    keys: [usersApi.key()],
    load: ({ id: userId }) => usersApi.get.call({ userId }),
    failed: actionWords[action].failed,
  })

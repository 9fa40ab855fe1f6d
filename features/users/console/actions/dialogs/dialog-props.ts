import type { PersonAction, Person } from '../../user-commands-widget'

export interface AfterVerb {
  /** Nobody is there any more whose sheet could stay open. */
  isGone?: boolean
  /** Suspended, and to be let in again by Undo. */
  suspended?: Person
}

export interface PersonDialogProps {
  person: Person
  onClose: () => void
  /** After the server did it. */
  onDone: (action: PersonAction, message: string, after?: AfterVerb) => void
}

import type { PersonAction, Person } from '../possible-actions'

export interface PersonDialogProps {
  person: Person
  onClose: () => void
  /** After the server did it. */
  onDone: (action: PersonAction, message: string, isGone?: boolean) => void
}

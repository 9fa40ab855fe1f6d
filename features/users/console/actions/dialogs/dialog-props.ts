import type { PersonAction, Person } from '../../user-commands-widget'

export interface PersonDialogProps {
  person: Person
  onClose: () => void
  /** After the server did it. */
  onDone: (action: PersonAction, message: string, isGone?: boolean) => void
}

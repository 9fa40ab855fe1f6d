import type { ComponentType } from 'react'
import type { UserRecord } from '../contract'

export interface PersonPartProps {
  userId: string
  person: UserRecord
}

/** A tab that another feature fills; a part may take the id alone. */
export interface PersonSheetTab {
  id: string
  label: string
  Content: ComponentType<PersonPartProps>
  /** Staff who never had a subscription have nothing in it. */
  isOfCustomers?: boolean
}

/** What other features draw inside an open person, for administrators only: given by the app. */
export interface PersonSheetParts {
  /** After Profile and Access, in this order. */
  tabs: readonly PersonSheetTab[]
  /** Above the own content of the profile, in this order. */
  profileHead: readonly ComponentType<PersonPartProps>[]
  /** Under the own content of the profile, in this order. */
  profile: readonly ComponentType<PersonPartProps>[]
}

export const noPersonParts: PersonSheetParts = { tabs: [], profileHead: [], profile: [] }

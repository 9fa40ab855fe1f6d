import type { joinFields } from '../contract'

export type JoinAnswers = Record<JoinField, string> & {
  /** People do not see this one. */
  trap: string
}
type JoinField = keyof typeof joinFields
export const noAnswers: JoinAnswers = { name: '', email: '', city: '', postalCode: '', wantedVenue: '', trap: '' }

export const joinInputs = [
  { id: 'name', label: 'Name', autoComplete: 'name', type: 'text' },
  { id: 'email', label: 'Email', autoComplete: 'email', type: 'email' },
  { id: 'city', label: 'City', autoComplete: 'address-level2', type: 'text' },
  { id: 'postalCode', label: 'ZIP or postal code', autoComplete: 'postal-code', type: 'text' },
  { id: 'wantedVenue', label: 'A venue you’d like to see', autoComplete: 'off', type: 'text' },
] as const satisfies readonly { id: JoinField; label: string; autoComplete: string; type: string }[]

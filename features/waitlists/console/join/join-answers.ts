import { textLimits } from '@quaff/platform/shared/text'
import { entryLimits } from '../../entries/contract'

export type JoinAnswers = {
  name: string
  email: string
  city: string
  postalCode: string
  wantedVenue: string
  /** People do not see this one. */
  trap: string
}
export const noAnswers: JoinAnswers = { name: '', email: '', city: '', postalCode: '', wantedVenue: '', trap: '' }

const optional = { type: 'text', required: false } as const

export const joinFields = [
  { id: 'name', label: 'Name', max: entryLimits.name, autoComplete: 'name', type: 'text', required: true },
  { id: 'email', label: 'Email', max: textLimits.email, autoComplete: 'email', type: 'email', required: true },
  { id: 'city', label: 'City', max: entryLimits.city, autoComplete: 'address-level2', ...optional },
  {
    id: 'postalCode',
    label: 'ZIP or postal code',
    max: entryLimits.postalCode,
    autoComplete: 'postal-code',
    ...optional,
  },
  {
    id: 'wantedVenue',
    label: 'A venue you would like to see',
    max: entryLimits.wantedVenue,
    autoComplete: 'off',
    ...optional,
  },
] as const

/** By field; the server looks again. */
export function checkAnswers({ name, email }: JoinAnswers): Partial<Record<'name' | 'email', string>> {
  return {
    ...(name.trim() === '' && { name: 'Enter your name' }),
    ...(!/^\S+@\S+\.\S+$/.test(email.trim()) && { email: 'Invalid email address' }),
  }
}

import {
  createWaitlistInput,
  waitlistLimits,
  type CreateWaitlistInput,
  type Waitlist,
  type WaitlistKind,
} from '../../contract'
import { suggestSlug } from '../../rules'

export type WaitlistForm = {
  name: string
  kind: WaitlistKind
  slug: string
  description: string
  city: string
  invitationDays: number | string
}
export const formFields = ['name', 'slug', 'description', 'city', 'invitationDays'] as const

export const emptyForm: WaitlistForm = {
  name: '',
  kind: 'consumer',
  slug: '',
  description: '',
  city: '',
  invitationDays: 14,
}

export function formOf(list: Waitlist): WaitlistForm {
  const { name, kind, slug, description, city, invitationDays } = list
  return { name, kind, slug, description, city: city ?? '', invitationDays }
}

/** The address follows the name until somebody writes one. */
export const slugFor = (name: string) => suggestSlug(name, waitlistLimits.slug)

export function inputOf(form: WaitlistForm): CreateWaitlistInput {
  return { ...form, invitationDays: Number(form.invitationDays) }
}

/** The contract's own sentences, by field. */
export function checkForm(form: WaitlistForm): Record<string, string> {
  const parsed = createWaitlistInput.safeParse(inputOf(form))
  if (parsed.success) return {}
  return Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [
      String(path[0]),
      path[0] === 'invitationDays' ? `Between 1 and ${waitlistLimits.invitationDays} days` : message,
    ]),
  )
}

import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import { suggestSlug } from '@quaff/platform/shared/slug'
import { readableText } from '@quaff/platform/shared/text'
import {
  waitlistLimits,
  waitlistSlugShape,
  waitlistSlugTexts,
  type CreateWaitlistInput,
  type Waitlist,
  type WaitlistKind,
} from '../../contract'
import { kindLabels } from '../../rules'

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

export const waitlistMergeWords: MergeWords<WaitlistForm> = {
  labels: {
    name: 'Name',
    kind: 'Who waits',
    slug: 'Address of the join page',
    description: 'Text on the join page',
    city: 'City',
    invitationDays: 'Invitations hold',
  },
  show: {
    'Who waits': ({ kind }) => kindLabels[kind],
    'Invitations hold': ({ invitationDays }) => `${invitationDays} days`,
  },
}

/** The address follows the name until somebody writes one. */
export const slugFor = (name: string) => suggestSlug(name, waitlistLimits.slug)

export function inputOf(form: WaitlistForm): CreateWaitlistInput {
  return { ...form, invitationDays: Number(form.invitationDays) }
}

/** The contract's own sentences, by field: the schema itself would bring its library along. */
export function checkForm({ name, kind, city, slug, invitationDays }: WaitlistForm): Record<string, string> {
  const days = Number(invitationDays)
  const faults = {
    name: readableText(name) === '' && 'Enter a name',
    city: kind === 'city' && readableText(city) === '' && 'Enter the city',
    slug: slugFault(slug.trim().toLowerCase()),
    invitationDays:
      !(Number.isInteger(days) && days >= 1 && days <= waitlistLimits.invitationDays) &&
      `Between 1 and ${waitlistLimits.invitationDays} days`,
  }
  return Object.fromEntries(Object.entries(faults).flatMap(([field, text]) => (text ? [[field, text]] : [])))
}

function slugFault(slug: string): string | false {
  if (slug.length < 2) return waitlistSlugTexts.short
  return !waitlistSlugShape.test(slug) && waitlistSlugTexts.shape
}

import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import { faultsOf } from '@quaff/platform/shared/fields/form-fields'
import { suggestSlug } from '@quaff/platform/shared/slug'
import { cityField, waitlistFields, type CreateWaitlistInput, type Waitlist, type WaitlistKind } from '../contract'
import { kindLabels } from '../rules'

export type WaitlistForm = {
  name: string
  kind: WaitlistKind
  slug: string
  description: string
  city: string
  invitationDays: number | string
}

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
    kind: 'Audience',
    slug: 'Join page link',
    description: 'Join page text',
    city: 'City',
    invitationDays: 'Invitations expire after',
  },
  show: {
    Audience: ({ kind }) => kindLabels[kind],
    'Invitations expire after': ({ invitationDays }) => `${invitationDays} days`,
  },
}

/** The address follows the name until somebody writes one. */
export const slugFor = (name: string) => suggestSlug(name, waitlistFields.slug.max)

export function inputOf(form: WaitlistForm): CreateWaitlistInput {
  return { ...form, invitationDays: Number(form.invitationDays) }
}

/** A city list names its city. */
export const checkForm = (values: WaitlistForm) =>
  faultsOf({ ...waitlistFields, ...(values.kind === 'city' && { city: cityField }) }, values)

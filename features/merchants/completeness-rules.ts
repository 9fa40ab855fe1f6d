import { inSentence, inWords } from '@quaff/platform/shared/readable-text'
import { completenessSteps, type CompletenessStep } from './contract'
import { logoOf, type LogoSources } from './rules'

/** Steps that approval requires; the others may wait. */
export const requiredSteps = ['profile', 'contact', 'address', 'locations', 'plans', 'bank'] as const
export type RequiredStep = (typeof requiredSteps)[number]

export type RequiredDetails = {
  name: string
  contactEmail: string | null
  address: { line1?: string; city?: string }
  bankVerifiedAt: Date | null
  locations: number
  activePlans: number
}
export type CompletenessDetails = RequiredDetails & LogoSources & { businessType: string | null; taxId: string | null }
export type ChecklistEntry = { step: CompletenessStep; done: boolean; required: boolean }

const isRequired = (step: CompletenessStep) => requiredSteps.some((required) => required === step)

export function requiredDone(details: RequiredDetails): Record<RequiredStep, boolean> {
  return {
    profile: details.name !== '',
    contact: Boolean(details.contactEmail),
    address: Boolean(details.address.line1 && details.address.city),
    locations: details.locations > 0,
    plans: details.activePlans > 0,
    bank: details.bankVerifiedAt !== null,
  }
}

/** All that a reviewer looks at, in the order in which it is read. */
export function checklist(details: CompletenessDetails): ChecklistEntry[] {
  const done: Record<CompletenessStep, boolean> = {
    ...requiredDone(details),
    category: Boolean(details.businessType),
    taxId: Boolean(details.taxId),
    branding: logoOf(details) !== null,
  }
  return completenessSteps.map((step) => ({ step, done: done[step], required: isRequired(step) }))
}

export function missingOf(entries: readonly ChecklistEntry[]): CompletenessStep[] {
  return entries.filter((entry) => entry.required && !entry.done).map(({ step }) => step)
}

/** The same from the fields alone, without the complete record. */
export function missingSteps(details: RequiredDetails): RequiredStep[] {
  const done = requiredDone(details)
  return requiredSteps.filter((step) => !done[step])
}

/** 0–100: the share of required steps that are done. */
export function completeness(details: RequiredDetails): number {
  const done = Object.values(requiredDone(details))
  return Math.round((100 * done.filter(Boolean).length) / done.length)
}

/** The profile fields that complete a step; other steps have their own records. */
export const fieldsOfStep = {
  profile: 'name',
  category: 'businessType',
  contact: 'contactEmail',
  address: 'address',
  taxId: 'taxId',
} as const satisfies Partial<Record<CompletenessStep, string>>

/** Nouns for a checklist. */
export const stepLabels = {
  profile: 'Name',
  category: 'Category',
  contact: 'Contact email',
  address: 'Address',
  taxId: 'Tax ID',
  locations: 'At least one location',
  plans: 'A plan with an active price',
  bank: 'Bank details',
  branding: 'Logo and mark',
} as const satisfies Record<CompletenessStep, string>

/** Tasks in the owners' email, its preview and their screens. */
export const topicLabels = {
  profile: 'Name',
  category: 'Category',
  contact: 'Contact email',
  address: 'Address',
  taxId: 'Tax ID',
  locations: 'Locations',
  plans: 'Plans and prices',
  bank: 'Bank account',
  branding: 'Logo',
} as const satisfies Record<CompletenessStep, string>

/** Within a sentence: only the first label keeps its capital. */
export function listedSteps(steps: readonly CompletenessStep[]): string {
  const [first = '', ...rest] = steps.map((step) => stepLabels[step])
  return inWords([first, ...rest.map(inSentence)])
}

/** A batch skips a merchant with missing steps unless the reviewer has confirmed it. */
export function missingText(steps: readonly CompletenessStep[]): string {
  return `${steps.length === 1 ? 'One step is' : `${steps.length} steps are`} missing: ${listedSteps(steps)}.`
}

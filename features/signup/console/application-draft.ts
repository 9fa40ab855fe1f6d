import { termsWording } from '@quaff/features/marketing/legal-contract'
import type { BusinessType } from '@quaff/features/merchants/contract'
import { noAddress, type TypedAddress } from '@quaff/platform/shared/fields/address'
import { siteAddress } from '@quaff/platform/shared/fields/form-fields'
import { readableText, textLimits } from '@quaff/platform/shared/readable-text'
import { businessFields, type FirstPass, type SignupKind, type SubmitSignupInput } from '../contract'

/** Form values as stored on the device. They contain no secret. */
export type ApplicationDraft = {
  kind: SignupKind
  email: string
  /** Names this application: sent again under it, nothing new is made. */
  requestKey: string
  /** The address that the request key belongs to. */
  keyEmail: string
  /** The verified address when the answers were typed; empty before. */
  ownerEmail: string
  /** The step to continue with after the verification. */
  step: 'business' | 'counter'
  /** It was sent once, and the answer is not known yet. */
  isSent: boolean
  affiliateCode: string
  acceptsTerms: boolean
  /** The wording that `acceptsTerms` is about. */
  termsVersion: number
  /** Value of the honeypot field. */
  trap: string
  answers: ApplicationAnswers
}

export type ApplicationAnswers = TypedAddress & {
  name: string
  contactName: string
  businessType: BusinessType
  description: string
  phone: string
  website: string
  firstPass: FirstPass
}

export const categories = [
  { value: 'coffee_shop', label: 'Coffee' },
  { value: 'coffee_roaster', label: 'Coffee roaster' },
  { value: 'tea_house', label: 'Tea' },
  { value: 'juice_bar', label: 'Juice' },
  { value: 'bar', label: 'Bar' },
  { value: 'bakery', label: 'Bakery' },
  { value: 'restaurant', label: 'Restaurant or canteen' },
  { value: 'other', label: 'Something else' },
] as const satisfies readonly { value: BusinessType; label: string }[]

export const firstPassChoices = [
  { value: 'daily', label: '1 a day', text: 'Any drink on the board' },
  { value: 'monthly', label: '10 a month', text: 'Whenever they like' },
  { value: 'unsure', label: 'Not sure yet', text: 'You can decide later' },
] as const satisfies readonly { value: FirstPass; label: string; text: string }[]

const noAnswers: ApplicationAnswers = {
  name: '',
  contactName: '',
  businessType: 'coffee_shop',
  description: '',
  ...noAddress,
  phone: '',
  website: '',
  firstPass: 'unsure',
}

export function newDraft(kind: SignupKind, requestKey: string): ApplicationDraft {
  return {
    kind,
    requestKey,
    keyEmail: '',
    ownerEmail: '',
    email: '',
    step: 'business',
    isSent: false,
    affiliateCode: '',
    acceptsTerms: false,
    termsVersion: termsWording.number,
    trap: '',
    answers: noAnswers,
  }
}

const limitOf = (name: string) => (name === 'description' ? businessFields.description.max : textLimits.medium)

/** Reads each valid field of a draft of any version; null if it is not a draft. */
export function readDraft(stored: unknown): ApplicationDraft | null {
  const kept = recordOf(stored)
  if (kept === null || !isKey(kept['requestKey'])) return null
  const typed = recordOf(kept['answers']) ?? {}
  const texts = Object.fromEntries(
    Object.keys(noAnswers).map((name) => [name, textOf(typed[name]).slice(0, limitOf(name))]),
  )
  const category = categories.find(({ value }) => value === typed['businessType'])
  const pass = firstPassChoices.find(({ value }) => value === typed['firstPass'])
  return {
    kind: kept['kind'] === 'convert' ? 'convert' : 'signup',
    email: textOf(kept['email']).slice(0, textLimits.email),
    requestKey: kept['requestKey'],
    keyEmail: textOf(kept['keyEmail']),
    ownerEmail: textOf(kept['ownerEmail']),
    step: kept['step'] === 'counter' ? 'counter' : 'business',
    isSent: kept['isSent'] === true,
    affiliateCode: readAffiliateCode(kept['affiliateCode']),
    // Agreed to another wording is not agreed to this one; what was sent already goes out as it was agreed to.
    acceptsTerms:
      kept['acceptsTerms'] === true && (kept['isSent'] === true || kept['termsVersion'] === termsWording.number),
    termsVersion: kept['isSent'] === true ? versionOf(kept['termsVersion']) : termsWording.number,
    trap: textOf(kept['trap']).slice(0, textLimits.medium),
    answers: {
      ...noAnswers,
      ...texts,
      businessType: category?.value ?? noAnswers.businessType,
      firstPass: pass?.value ?? noAnswers.firstPass,
    },
  }
}

const recordOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? { ...value } : null
const versionOf = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : termsWording.number
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const isKey = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)

/** Invalid codes are ignored, because they must not block an application. */
export function readAffiliateCode(value: unknown): string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : ''
}

/** The request body without the form's start and the proof. */
export function applicationOf(
  draft: ApplicationDraft,
): Omit<SubmitSignupInput, 'proof' | 'startToken' | 'acceptsTerms'> {
  const { name, contactName, businessType, description, phone, website, firstPass, ...address } = draft.answers
  const filled = Object.entries(address).filter(([, text]) => readableText(text) !== '')
  return {
    requestKey: draft.requestKey,
    kind: draft.kind,
    contactName,
    business: {
      name,
      businessType,
      description,
      address: { ...Object.fromEntries(filled), line1: address.line1, city: address.city },
      phone,
      website: siteAddress(website),
    },
    firstPass,
    affiliateCode: draft.affiliateCode,
    termsVersion: draft.termsVersion,
    trap: draft.trap,
  }
}

import type { Fault } from '@quaff/platform/console/plain-form/fault-summary'
import { siteAddress } from '@quaff/platform/console/plain-form/site-address'
import { phoneFault } from '@quaff/platform/shared/phone/phone'
import { normalizeEmail, readableText } from '@quaff/platform/shared/readable-text'
import { answerLimits, type ApplicationAnswers, type ApplicationDraft } from './application-draft'

/** Plain ASCII addresses only, as everywhere. */
const emailShape = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

export function isEmail(typed: string): boolean {
  const email = normalizeEmail(typed)
  return email.length <= answerLimits.email && emailShape.test(email)
}

export function businessFaults({ name, contactName, description }: ApplicationAnswers): Fault[] {
  return faultsOf(
    ['name', 'Business name', lineFault(name, 'Enter the name of your business.')],
    ['contactName', 'Your name', lineFault(contactName, 'Enter your name.')],
    ['description', 'What do you pour?', lengthFault(description, answerLimits.description)],
  )
}

export function counterFaults({ answers, acceptsTerms }: ApplicationDraft): Fault[] {
  const { line1, line2, city, region, postalCode, country, phone, website } = answers
  return faultsOf(
    ['line1', 'Address', lineFault(line1, 'Enter the street and number.')],
    ['line2', 'Floor, building', lengthFault(line2, answerLimits.line)],
    ['postalCode', 'ZIP or postal code', lengthFault(postalCode, answerLimits.line)],
    ['city', 'City', lineFault(city, 'Enter the city.')],
    ['region', 'State or region', lengthFault(region, answerLimits.line)],
    ['country', 'Country', lengthFault(country, answerLimits.line)],
    ['phone', 'Phone', lineFault(phone, 'Enter a phone number.', answerLimits.phone) ?? phoneFault(phone)],
    ['website', 'Website', siteFault(website)],
    ['acceptsTerms', 'Terms', acceptsTerms ? null : 'Agree to the terms to send your application.'],
  )
}

const faultsOf = (...found: [field: string, label: string, text: string | null][]): Fault[] =>
  found.flatMap(([field, label, text]) => (text === null ? [] : [{ field, label, text }]))

function lineFault(typed: string, empty: string, most: number = answerLimits.line): string | null {
  return readableText(typed) === '' ? empty : lengthFault(typed, most)
}

const lengthFault = (typed: string, most: number) =>
  readableText(typed).length > most ? `At most ${most} characters.` : null

function siteFault(typed: string): string | null {
  const address = siteAddress(typed)
  if (address === '') return null
  if (address.length > answerLimits.website) return `At most ${answerLimits.website} characters.`
  const isSite = URL.canParse(address) && new URL(address).protocol === 'https:'
  return isSite && new URL(address).hostname.includes('.') ? null : 'Enter a link that begins with https://'
}

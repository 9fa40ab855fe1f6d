import { emailError, emailErrorText, normalizeEmail, pastedEmailLength } from '../email-address'
import { pastedCodeLength, readCode } from '../pasted-text'
import { isPhoneNumber, normalizePhone, pastedPhoneLength, phoneLimits, phoneText } from '../phone'
import { linesWithoutControls, readableText, textLimits } from '../readable-text'
import { siteError } from '../safe-address'
import { everyPart, tidyPostalCode } from './address'

/**
 * A form field with its limits and messages, declared once. `formSchema` derives the server's schema and `faultsOf` the
 * form's messages, which loads no schema library.
 */
export interface TypedField {
  kind: 'line' | 'lines' | 'email' | 'phone' | 'website' | 'word' | 'secret'
  /** Never stored in the browser: passwords, codes, tax ids and numbers of bank accounts. */
  isSecret?: true
  /** Maximum length of the stored text. */
  max: number
  /** Maximum length in the input: `max`, or more if a paste contains characters that are not stored. */
  maxTyped: number
  tooLong: string
  /** Undefined if the field is optional. */
  missing: string | undefined
  /** Normalizes the typed text. */
  read: (typed: string) => string
  /** Validates a non-empty, normalized value. */
  wrong: (kept: string) => string | null
}
/** A whole number that people type. */
export interface WholeField {
  kind: 'whole'
  min: number
  max: number
  missing: string | undefined
  wrong: string
}
export type FormField = TypedField | WholeField
export type FormFields = Readonly<Record<string, FormField>>

type Details = Partial<Pick<TypedField, 'max' | 'maxTyped' | 'missing' | 'wrong' | 'isSecret'>>

const field = (kind: TypedField['kind'], read: TypedField['read'], details: Details = {}): TypedField => {
  const { max = textLimits.short, maxTyped = max, missing, wrong = () => null, isSecret } = details
  const tooLong = `At most ${max} characters`
  return { kind, max, maxTyped, missing, read, wrong, tooLong, ...(isSecret && { isSecret }) }
}

export const line = (details?: Details) => field('line', readableText, details)

export const lines = (max: number, missing?: string) =>
  field('lines', (typed) => readableText(linesWithoutControls(typed)), { max, missing })

/** The reason for an action. */
export const reason = (missing: string | undefined = 'Enter a reason') =>
  field('lines', readableText, { max: textLimits.medium, missing })

/** A slug or a code. Empty and invalid values get the same message. */
export const word = (details: {
  max: number
  maxTyped?: number
  shape: RegExp
  message: string
  read: TypedField['read']
}) =>
  field('word', details.read, {
    max: details.max,
    maxTyped: details.maxTyped,
    missing: details.message,
    wrong: (kept) => (details.shape.test(kept) ? null : details.message),
  })

export const email = () =>
  field('email', normalizeEmail, {
    max: textLimits.email,
    maxTyped: pastedEmailLength,
    missing: emailErrorText,
    wrong: emailError,
  })

export const phone = () =>
  field('phone', normalizePhone, {
    max: phoneLimits.length,
    maxTyped: pastedPhoneLength,
    wrong: (kept) => (isPhoneNumber(kept) ? null : phoneText),
  })

/** Adds https:// to "tide-bean.com". A scheme that was typed stays. */
export function siteAddress(typed: string): string {
  const text = readableText(typed)
  return text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
}

export const website = () => field('website', siteAddress, { max: textLimits.medium, wrong: siteError })

/** Returns the field marked as secret: it is never stored in the browser. */
export const secret = (known: TypedField): TypedField => ({ ...known, isSecret: true })

export const password = (min: number, message: string) =>
  secret(
    field('secret', (typed) => typed, {
      max: textLimits.password,
      missing: message,
      wrong: (kept) => (kept.length < min ? message : null),
    }),
  )

const shortestPersonName = 2
const personNameText = `Display name must be at least ${shortestPersonName} characters`
/** Returns the schema of a person's name in all forms (spec §9). */
export const personName = () =>
  line({ missing: personNameText, wrong: (kept) => (kept.length < shortestPersonName ? personNameText : null) })

/** A six-digit code from an email. */
export const mailedCode = () =>
  secret(
    word({
      max: 12,
      maxTyped: pastedCodeLength,
      shape: /^\d{6}$/,
      message: 'Enter the 6 digits from the email',
      read: readCode,
    }),
  )

export const whole = (min: number, max: number, wrong: string, missing?: string): WholeField => ({
  kind: 'whole',
  min,
  max,
  wrong,
  missing,
})

export const addressFields = {
  ...everyPart(line()),
  postalCode: field('line', (typed) => tidyPostalCode(readableText(typed))),
}

/** Returns the field as optional. */
export const optional = <F extends FormField>(known: F): F => ({ ...known, missing: undefined })
/** Returns the field as required. */
export const needed = <F extends FormField>(known: F, missing: string): F => ({ ...known, missing })

/** Returns the message for a typed value, or null if it is valid. */
export function errorOf(known: FormField, typed: string | number): string | null {
  if (known.kind === 'whole') return wholeError(known, typed)
  const kept = known.read(String(typed))
  if (kept === '') return known.missing ?? null
  return kept.length > known.max ? known.tooLong : known.wrong(kept)
}

/** Returns the normalized value, or undefined if it is not valid. */
export const readOf = (known: TypedField, typed: string): string | undefined =>
  errorOf(known, typed) === null ? known.read(typed) : undefined

function wholeError({ min, max, missing, wrong }: WholeField, typed: string | number) {
  const text = String(typed).trim()
  if (text === '') return missing ?? null
  const count = Number(text)
  return Number.isInteger(count) && count >= min && count <= max ? null : wrong
}

type Typed<F> = { readonly [Name in keyof F]: string | number }
export type ErrorsOf<F> = { [Name in keyof F]?: string }

/**
 * Returns messages by field, in the order of declaration. An import may have left invalid values, so one that is
 * unchanged since `before` is reported only if it is empty.
 */
export function errorsOf<F extends FormFields>(fields: F, values: Typed<F>, before?: Typed<F>): ErrorsOf<F> {
  const errors: ErrorsOf<F> = {}
  for (const [name, known] of Object.entries(fields) as [keyof F, FormField][]) {
    const isKept = before !== undefined && values[name] === before[name] && values[name] !== ''
    const error = isKept ? null : errorOf(known, values[name])
    if (error !== null) errors[name] = error
  }
  return errors
}

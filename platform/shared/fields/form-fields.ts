import { isPhoneNumber, phoneLimits, phoneText } from '../phone'
import {
  emailFaultText,
  isEmail,
  linesWithoutControls,
  normalizeEmail,
  readableText,
  textLimits,
} from '../readable-text'
import { siteFault } from '../safe-address'
import { everyPart } from './address'

/**
 * What a form asks for, declared once: what it may hold, and the words of each fault. The server's schema is made of it
 * by `formSchema`, the form's messages by `faultsOf`, so that both say the same; no schema library comes along.
 */
export interface TypedField {
  kind: 'line' | 'lines' | 'email' | 'phone' | 'website' | 'word' | 'secret'
  /** Never stored in the browser: passwords, codes, tax ids and numbers of bank accounts. */
  isSecret?: true
  /** Characters that are kept at most; an input takes no more. */
  max: number
  tooLong: string
  /** Undefined: may be left empty. */
  missing: string | undefined
  /** As it is kept. */
  read: (typed: string) => string
  /** Of what is kept and not empty. */
  wrong: (kept: string) => string | null
}
/** A whole number, as people type it. */
export interface WholeField {
  kind: 'whole'
  min: number
  max: number
  missing: string | undefined
  wrong: string
}
export type FormField = TypedField | WholeField
export type FormFields = Readonly<Record<string, FormField>>

type Facts = Partial<Pick<TypedField, 'max' | 'missing' | 'wrong' | 'isSecret'>>

const field = (kind: TypedField['kind'], read: TypedField['read'], facts: Facts = {}): TypedField => {
  const { max = textLimits.short, missing, wrong = () => null, isSecret } = facts
  return { kind, max, missing, read, wrong, tooLong: `At most ${max} characters`, ...(isSecret && { isSecret }) }
}

export const line = (facts?: Facts) => field('line', readableText, facts)

export const lines = (max: number, missing?: string) =>
  field('lines', (typed) => readableText(linesWithoutControls(typed)), { max, missing })

/** Why something is done. */
export const reason = (missing: string | undefined = 'Enter a reason') =>
  field('lines', readableText, { max: textLimits.medium, missing })

/** A slug or a code: what is no such word, nothing included, is refused in the same words. */
export const word = (facts: { max: number; shape: RegExp; words: string; read: TypedField['read'] }) =>
  field('word', facts.read, {
    max: facts.max,
    missing: facts.words,
    wrong: (kept) => (facts.shape.test(kept) ? null : facts.words),
  })

export const email = () =>
  field('email', normalizeEmail, {
    max: textLimits.email,
    missing: emailFaultText,
    wrong: (kept) => (isEmail(kept) ? null : emailFaultText),
  })

export const phone = () =>
  field('phone', (typed) => typed.trim(), {
    max: phoneLimits.length,
    wrong: (kept) => (isPhoneNumber(kept) ? null : phoneText),
  })

/** "tide-bean.com" as people type it becomes an address; any scheme that they wrote stays. */
export function siteAddress(typed: string): string {
  const text = readableText(typed)
  return text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
}

export const website = () => field('website', siteAddress, { max: textLimits.medium, wrong: siteFault })

/** The same, never stored in the browser. */
export const secret = (known: TypedField): TypedField => ({ ...known, isSecret: true })

export const password = (min: number, words: string) =>
  secret(
    field('secret', (typed) => typed, {
      max: textLimits.password,
      missing: words,
      wrong: (kept) => (kept.length < min ? words : null),
    }),
  )

const shortestPersonName = 2
const personNameText = `Display name must be at least ${shortestPersonName} characters`
/** Spec §9, of a person's name wherever it is given. */
export const personName = () =>
  line({ missing: personNameText, wrong: (kept) => (kept.length < shortestPersonName ? personNameText : null) })

/** Six digits that were mailed; people copy them with blanks, for which there is room. */
export const mailedCode = () =>
  secret(
    word({
      max: 12,
      shape: /^\d{6}$/,
      words: 'Enter the 6 digits from the email',
      read: (typed) => typed.replaceAll(/\s/g, ''),
    }),
  )

export const whole = (min: number, max: number, wrong: string, missing?: string): WholeField => ({
  kind: 'whole',
  min,
  max,
  wrong,
  missing,
})

export const addressFields = everyPart(line())

/** The same where it may be left empty. */
export const optional = <F extends FormField>(known: F): F => ({ ...known, missing: undefined })
/** The same where it may not. */
export const needed = <F extends FormField>(known: F, missing: string): F => ({ ...known, missing })

/** What is wrong with what was typed; null when nothing is. */
export function faultOf(known: FormField, typed: string | number): string | null {
  if (known.kind === 'whole') return wholeFault(known, typed)
  const kept = known.read(String(typed))
  if (kept === '') return known.missing ?? null
  return kept.length > known.max ? known.tooLong : known.wrong(kept)
}

/** As it is kept; undefined where it is not valid. */
export const readOf = (known: TypedField, typed: string): string | undefined =>
  faultOf(known, typed) === null ? known.read(typed) : undefined

function wholeFault({ min, max, missing, wrong }: WholeField, typed: string | number): string | null {
  const text = String(typed).trim()
  if (text === '') return missing ?? null
  const count = Number(text)
  return Number.isInteger(count) && count >= min && count <= max ? null : wrong
}

type Typed<F> = { readonly [Name in keyof F]: string | number }
export type FaultsOf<F> = { [Name in keyof F]?: string }

/**
 * By field, in the order of their declaration. What stands as it did `before` is not the editor's fault, however an import
 * has left it; only what is missing is asked for.
 */
export function faultsOf<F extends FormFields>(fields: F, values: Typed<F>, before?: Typed<F>): FaultsOf<F> {
  const faults: FaultsOf<F> = {}
  for (const [name, known] of Object.entries(fields) as [keyof F, FormField][]) {
    const isKept = before !== undefined && values[name] === before[name] && values[name] !== ''
    const fault = isKept ? null : faultOf(known, values[name])
    if (fault !== null) faults[name] = fault
  }
  return faults
}

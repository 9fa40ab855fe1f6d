import { z } from 'zod'
import { formSchema } from '@quaff/platform/shared/fields/field-schemas'
import { mailedCode } from '@quaff/platform/shared/fields/form-fields'
import { route } from '@quaff/platform/shared/procedure'
import { emailSchema } from '@quaff/platform/shared/text'

/** Purposes of an emailed code. A proof for one purpose is not valid for another. */
export const emailVerificationPurposes = [
  'merchant_signup',
  'merchant_convert',
  'signup_form',
  'waitlist',
  'registration',
] as const
export type EmailVerificationPurpose = (typeof emailVerificationPurposes)[number]

export const emailVerificationLimits = {
  codeMs: 10 * 60_000,
  codeTries: 5,
  codesPerHour: 3,
  proofMs: 60 * 60_000,
} as const

export const codeField = mailedCode()
const purpose = z.enum(emailVerificationPurposes)
export const requestCodeInput = z.strictObject({ email: emailSchema, purpose })
export type RequestCodeInput = z.infer<typeof requestCodeInput>
export const checkCodeInput = z.strictObject({ email: emailSchema, purpose, code: formSchema(codeField) })
export type CheckCodeInput = z.infer<typeof checkCodeInput>

/** Shown in a later step; valid for `mailboxLimits.proofMs`. */
export const proofTokenSchema = z.string().min(20).max(128)

/** Path suffixes of the procedures below, in RPC and REST. Anonymous callers have a small body limit. */
export const mailboxPaths = /\/mailbox\/(?:requestCode|checkCode|code|proof)$/

const post = route('POST', 'Public forms')

/** Email verification for people without an account. */
export const emailVerificationContract = {
  /** The response is the same for every address, also for one over the hourly email limit. */
  requestCode: post('/mailbox/code', 'Email a 6-digit code')
    .input(requestCodeInput)
    .output(z.object({ success: z.literal(true) })),
  /** Refuses a wrong, late or used-up code with BAD_REQUEST, reason CODE. */
  checkCode: post('/mailbox/proof', 'Exchange the code for an email proof')
    .input(checkCodeInput)
    .output(z.object({ token: z.string(), expiresAt: z.date() })),
}

export const gateLimits = {
  /** A form is taken no sooner after it was opened. */
  shortestMs: 3_000,
  /** How long the page delays sending: a timer may fire slightly early. */
  heldMs: 3_500,
  longestMs: 24 * 60 * 60_000,
} as const

/** Sent by each public form. */
export const gateInput = z.strictObject({
  /** From the call that opened the page. */
  startToken: z.string().min(1).max(200),
  /** A field that people do not see: only programs fill it in. */
  trap: z.string().max(500).default(''),
})
export type GateInput = z.infer<typeof gateInput>

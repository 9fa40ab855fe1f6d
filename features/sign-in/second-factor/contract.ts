import { z } from 'zod'
import { sessionSchema } from '@quaff/features/sessions/contract'
import { pastedCodeLength, readCode } from '@quaff/platform/shared/pasted-text'
import { route } from '@quaff/platform/shared/procedure'
import { normalizeRecoveryCode } from './rules'

export const secondFactorLimits = {
  challengeMs: 5 * 60_000,
  challengeTries: 5,
  /** How long a shown key waits for its first code. */
  enrolMs: 15 * 60_000,
  recoveryCodes: 10,
  recoveryCodeLength: 10,
  /** At this number the user is prompted to create new ones. */
  fewRecoveryCodes: 3,
} as const

export const secondFactorMessages = {
  code: 'Enter the 6 digits from your authenticator app',
  recoveryCode: 'Enter a 10-character recovery code',
} as const

const challenge = z.string().min(20).max(128)
const code = z
  .string()
  .max(pastedCodeLength)
  .overwrite(readCode)
  .regex(/^\d{6}$/, secondFactorMessages.code)
const recoveryCode = z
  .string()
  .max(pastedCodeLength)
  .transform(normalizeRecoveryCode)
  .pipe(z.string().regex(/^[a-z2-7]{10}$/, secondFactorMessages.recoveryCode))

/** A code of the app, or one of the recovery codes. */
export const secondProofInput = z.union([z.strictObject({ code }), z.strictObject({ recoveryCode })])
export type SecondProof = z.infer<typeof secondProofInput>

export const secondStepInput = z.union([
  z.strictObject({ challenge, code }),
  z.strictObject({ challenge, recoveryCode }),
])
export type SecondStepInput = z.infer<typeof secondStepInput>

/** Replaces a session: continue with `signIn.completeSecondStep`, once, within five attempts and five minutes. */
export const secondStepSchema = z.object({ secondStep: z.object({ challenge: z.string(), expiresAt: z.date() }) })
export type SecondStepNeeded = z.infer<typeof secondStepSchema>

export const secondFactorSchema = z.object({
  isOn: z.boolean(),
  since: z.date().nullable(),
  recoveryCodesLeft: z.int(),
  /** An administrator while the platform demands one: it cannot be turned off. */
  isRequired: z.boolean(),
})
export type SecondFactor = z.infer<typeof secondFactorSchema>

const recoveryCodes = z.object({
  /** Shown only once, because only keyed hashes are stored. */
  recoveryCodes: z.array(z.string()),
})

const get = route('GET', 'Second factor')
const post = route('POST', 'Second factor')

export const secondFactorContract = {
  /** Refuses a wrong or used code, and a challenge that is over (SECOND_STEP_OVER). */
  completeSecondStep: post('/sign-in/second-step', 'Finish a sign-in with the second factor')
    .input(secondStepInput)
    .output(z.object({ session: sessionSchema })),
  secondFactor: get('/sign-in/second-factor', 'My authenticator app').output(secondFactorSchema),
  /** Needs a recent sign-in. A key that was not confirmed is replaced. */
  beginSecondFactor: post('/sign-in/second-factor/begin', 'Create the key for an authenticator app')
    .input(z.strictObject({}).optional())
    .output(z.object({ uri: z.string(), key: z.string() })),
  /** Later sign-ins require a code; other sessions end. */
  confirmSecondFactor: post('/sign-in/second-factor/confirm', 'Turn the authenticator app on')
    .input(z.strictObject({ code }))
    .output(recoveryCodes),
  /** Needs a recent sign-in and a code. */
  turnOffSecondFactor: post('/sign-in/second-factor/turn-off', 'Turn the authenticator app off')
    .input(secondProofInput)
    .output(z.object({ success: z.literal(true) })),
  /** Needs a recent sign-in and a code; the older recovery codes are dead. */
  renewRecoveryCodes: post('/sign-in/second-factor/recovery-codes', 'Generate recovery codes')
    .input(secondProofInput)
    .output(recoveryCodes),
}

import { z } from 'zod'
import { sessionSchema } from '@quaff/features/sessions/contract'
import { formSchemas } from '@quaff/platform/shared/fields/field-schemas'
import { line } from '@quaff/platform/shared/fields/form-fields'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

export const passkeyLimits = { challengeMs: 5 * 60_000, perAccount: 10, nameLength: 60 } as const

export const passkeyFields = { name: line({ missing: 'Enter a name', max: passkeyLimits.nameLength }) }

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** True for a passkey that is synchronized across devices. */
  isSynced: z.boolean(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
  /** Stopped since then, because it seems to have been copied. */
  stoppedAt: z.date().nullable(),
})
export type Passkey = z.infer<typeof passkeySchema>

const challenge = z.string().min(20).max(128)
/** Bytes, as a browser writes them down; longer ones than any authenticator sends are refused unread. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/)
const credentialBytes = 1_400
const textBytes = 4_000
const keyBytes = 8_000

const answered = <Answer extends z.ZodRawShape>(answer: Answer) =>
  z.strictObject({
    id: bytes(credentialBytes),
    rawId: bytes(credentialBytes),
    type: z.literal('public-key'),
    response: z.strictObject(answer),
  })

const createdCredential = answered({
  clientDataJSON: bytes(textBytes),
  attestationObject: bytes(keyBytes),
  transports: z.array(z.string().max(32)).max(10),
})
const usedCredential = answered({
  clientDataJSON: bytes(textBytes),
  authenticatorData: bytes(textBytes),
  signature: bytes(textBytes),
  /** User id in the passkey; required, so that sign-in needs no email address. */
  userHandle: bytes(textBytes),
})
export type CreatedCredential = z.infer<typeof createdCredential>
export type UsedCredential = z.infer<typeof usedCredential>

export const addPasskeyInput = z.strictObject({ challenge, credential: createdCredential })
export type AddPasskeyInput = z.infer<typeof addPasskeyInput>
export const passkeySignInInput = z.strictObject({ challenge, credential: usedCredential })
export type PasskeySignInInput = z.infer<typeof passkeySignInInput>
const onePasskey = z.strictObject({ passkeyId: idSchema })
export const renamePasskeyInput = onePasskey.extend(formSchemas(passkeyFields))
export type RenamePasskeyInput = z.infer<typeof renamePasskeyInput>
export const removePasskeyInput = onePasskey
export type RemovePasskeyInput = z.infer<typeof removePasskeyInput>

const userVerification = z.enum(['required', 'preferred', 'discouraged'])
const namedKeys = z.array(z.object({ id: z.string(), type: z.string(), transports: z.array(z.string()).optional() }))
/** Options for the browser. */
export const creationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int().optional(),
  excludeCredentials: namedKeys.optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.enum(['required', 'preferred', 'discouraged']).optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: userVerification.optional(),
    })
    .optional(),
  attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).optional(),
})
export type Creation = z.infer<typeof creationSchema>
export const useSchema = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.int().optional(),
  allowCredentials: namedKeys.optional(),
  userVerification: userVerification.optional(),
})
export type Use = z.infer<typeof useSchema>

const nothing = z.strictObject({}).optional()
const done = z.object({ success: z.literal(true) })

const get = route('GET', 'Passkeys')
const post = route('POST', 'Passkeys')

export const passkeyContract = {
  passkeys: get('/sign-in/passkeys', 'My passkeys').output(z.array(passkeySchema)),
  /** Needs a recent sign-in. */
  beginPasskey: post('/sign-in/passkeys/begin', 'Options for creating a passkey').input(nothing).output(creationSchema),
  /** In the session that began it, within five minutes. Named after its provider or the device. */
  addPasskey: post('/sign-in/passkeys', 'Add a passkey').input(addPasskeyInput).output(passkeySchema),
  renamePasskey: post('/sign-in/passkeys/{passkeyId}/name', 'Rename a passkey').input(renamePasskeyInput).output(done),
  /** Needs a recent sign-in. */
  removePasskey: post('/sign-in/passkeys/{passkeyId}/removal', 'Remove a passkey')
    .input(removePasskeyInput)
    .output(done),
  beginPasskeySignIn: post('/sign-in/passkey/begin', 'Options for signing in with a passkey')
    .input(nothing)
    .output(useSchema),
  /** Unknown and invalid passkeys get the same response. Counts as both factors. */
  withPasskey: post('/sign-in/passkey', 'Sign in with a passkey').input(passkeySignInInput).output(sessionSchema),
}

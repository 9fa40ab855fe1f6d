import { z } from 'zod'
import { gateInput, proofTokenSchema } from '@quaff/features/sign-in/email-verification-contract'
import { route } from '@quaff/platform/shared/procedure'
import { fieldLimits, formFieldsSchema, submittedAnswerSchema } from './fields-contract'

export const answeringLimits = {
  imageBytes: 5 * 1024 * 1024,
  looseImageMs: 24 * 60 * 60_000,
  bodyBytes: 32 * 1024,
} as const

export const publicSlug = z.string().min(1).max(120)
export const openFormInput = z.strictObject({
  slug: publicSlug,
  /** False if this visit was already counted, or is the author's preview. */
  isCounted: z.boolean().default(true),
})
export type OpenFormInput = z.infer<typeof openFormInput>

/** "closed" means that it was live once. A draft and an unknown slug are not found. */
export const publicFormSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('live'),
    name: z.string(),
    version: z.int(),
    intro: z.string(),
    successText: z.string(),
    fields: formFieldsSchema,
    startToken: z.string(),
  }),
  z.object({ state: z.literal('closed'), name: z.string() }),
])
export type PublicForm = z.infer<typeof publicFormSchema>

export const noteStartInput = z.strictObject({ slug: publicSlug })
export type NoteStartInput = z.infer<typeof noteStartInput>

export const submitFormInput = gateInput.extend({
  slug: publicSlug,
  /** Version of the filled form: validated by its own questions even if a newer one is live. */
  version: z.int().min(1),
  requestKey: z.uuid(),
  answers: z.array(submittedAnswerSchema).max(fieldLimits.fields),
  /** From mailbox.checkCode with purpose `signup_form`. Required for pictures, optional otherwise. */
  proof: proofTokenSchema.optional(),
  affiliateCode: z
    .string()
    .toUpperCase()
    .max(64)
    .regex(/^[A-Za-z0-9_-]*$/)
    .default(''),
})
export type SubmitFormInput = z.infer<typeof submitFormInput>

/** Path suffixes of the three public endpoints below, as RPC and as REST. Their bodies are limited to `bodyBytes`. */
export const answeringPaths =
  /\/(?:signupForms\/(?:open|noteStart|submit)|forms\/[^/]+\/(?:opening|start|submissions))$/

/** The upload endpoint; the slug follows. The file is the only form part, and the proof is a header. */
export const formImagePath = '/api/files/form-images'
export const proofHeader = 'x-mailbox-proof'
export const uploadFormImageInput = z.strictObject({ slug: publicSlug, proof: proofTokenSchema })
export type UploadFormImageInput = z.infer<typeof uploadFormImageInput>

const post = route('POST', 'Public forms')

/** Public; reads no cookie. Pictures go to `POST /api/files/form-images/<slug>` with the proof. */
export const answeringContract = {
  /** Counts a view of the day, up to the limit of the network. */
  open: post('/forms/{slug}/opening', 'Questions of a public form').input(openFormInput).output(publicFormSchema),
  /** Counts the first input, like a view. Stores nothing else. */
  noteStart: post('/forms/{slug}/start', 'Record that someone started a form')
    .input(noteStartInput)
    .output(z.object({ success: z.literal(true) })),
  /**
   * The reference identifies the submission in the console. Refuses with BAD_REQUEST, reason ANSWERS and the field's
   * id, or CONFLICT, reason CLOSED.
   */
  submit: post('/forms/{slug}/submissions', 'Submit a form')
    .input(submitFormInput)
    .output(z.object({ submitted: z.literal(true), reference: z.string() })),
}

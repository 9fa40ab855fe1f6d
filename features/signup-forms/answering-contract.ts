import { z } from 'zod'
import { gateInput, proofTokenSchema } from '@quaff/features/sign-in/mailbox-contract'
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

/** "closed": it was live once; a draft and an unknown slug are not found. */
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

/** The ends of the paths of the three doors below, in the console's protocol and as REST: `bodyBytes` at most. */
export const answeringPaths =
  /\/(?:signupForms\/(?:open|noteStart|submit)|forms\/[^/]+\/(?:opening|start|submissions))$/

/** The upload door; the slug follows. The file is the only part of the form, the proof a header. */
export const formImagePath = '/api/files/form-images'
export const proofHeader = 'x-mailbox-proof'
export const uploadFormImageInput = z.strictObject({ slug: publicSlug, proof: proofTokenSchema })
export type UploadFormImageInput = z.infer<typeof uploadFormImageInput>

const post = route('POST', 'Public forms')

/** Public; reads no cookie. Pictures go to `POST /api/files/form-images/<slug>` with the proof. */
export const answeringContract = {
  /** Counts a view of the day, as far as its network's share goes. */
  open: post('/forms/{slug}/opening', 'Questions of a public form').input(openFormInput).output(publicFormSchema),
  /** The first thing that was typed; counted like a view, nothing else. */
  noteStart: post('/forms/{slug}/start', 'Record that someone started a form')
    .input(noteStartInput)
    .output(z.object({ success: z.literal(true) })),
  /** The reference finds the submission in the console. Refuses with BAD_REQUEST, reason ANSWERS and the field's id; CONFLICT, reason CLOSED. */
  submit: post('/forms/{slug}/submissions', 'Submit a form')
    .input(submitFormInput)
    .output(z.object({ submitted: z.literal(true), reference: z.string() })),
}

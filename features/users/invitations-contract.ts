import { z } from 'zod'

/** The way of an invitation, in this order. */
export const invitationSteps = ['sent', 'opened', 'used', 'passwordSet'] as const
export type InvitationStep = (typeof invitationSteps)[number]

/** `failed`: given up after many tries; `queued` includes a mail that is tried again. */
export const mailStates = ['queued', 'sent', 'failed'] as const
export type MailState = (typeof mailStates)[number]

/** Where it waits, and for whom; each has its sentence in `stuckTexts`. */
export const stuckReasons = [
  'MAIL_QUEUED',
  'MAIL_RETRIED',
  'MAIL_FAILED',
  'NOT_OPENED',
  'NOT_ACCEPTED',
  'EXPIRED',
  'NO_PASSWORD',
] as const
export type StuckReason = (typeof stuckReasons)[number]

export const invitationTimelineSchema = z.object({
  /** `at` is null while a step is open, and where its time is not known any more. */
  steps: z.array(z.object({ step: z.enum(invitationSteps), isDone: z.boolean(), at: z.date().nullable() })),
  /** Null for an invitation that was handed over as a link, without a mail. */
  mail: z.enum(mailStates).nullable(),
  /** When the link stops to open; null once it was used or has gone. */
  expiresAt: z.date().nullable(),
  /** The step that does not come; null when all is done. */
  stuckAt: z.enum(invitationSteps).nullable(),
  stuckReason: z.enum(stuckReasons).nullable(),
})
export type InvitationTimeline = z.infer<typeof invitationTimelineSchema>

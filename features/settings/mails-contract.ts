import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'

/** Widths in pixels of a typical desktop email client and a phone. */
export const mailWidths = { wide: 600, phone: 375 } as const
export type MailWidth = keyof typeof mailWidths

export const mailTemplateSchema = z.object({
  /** Name in the outbox. */
  template: z.string(),
  /** Shown name: "Invitation". */
  name: z.string(),
  /** Shown recipient: "Invited person". */
  receiver: z.string(),
})
export type MailTemplate = z.infer<typeof mailTemplateSchema>

/** Both parts as they leave, with invented names in them. */
export const mailPreviewSchema = mailTemplateSchema.extend({
  subject: z.string(),
  /** Reply-to address; null: replies go to the sender, because no support address is set. */
  replyTo: z.string().nullable(),
  html: z.string(),
  text: z.string(),
})
export type RenderedMailPreview = z.infer<typeof mailPreviewSchema>

export const mailPreviewInput = z.strictObject({ template: z.string().min(1).max(64) })
export type MailPreviewInput = z.infer<typeof mailPreviewInput>

const get = route('GET', 'Settings')

export const mailsContract = {
  mailTemplates: get('/settings/mails', 'All emails and their recipients')
    .input(z.strictObject({}))
    .output(z.array(mailTemplateSchema)),
  mailPreview: get('/settings/mails/{template}', 'One email with sample data')
    .input(mailPreviewInput)
    .output(mailPreviewSchema),
}

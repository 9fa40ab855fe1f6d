import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'

export const clickLimits = {
  /** One click of a visitor counts in each of these. */
  windowMs: 30 * 60_000,
  keptMs: 24 * 60 * 60_000,
} as const

/** As it stands in an address: whatever it is, the answer is the same shape. */
export const landingCode = z.string().max(64)
export const clickInput = z.strictObject({ code: landingCode })
export type ClickInput = z.infer<typeof clickInput>

export const invitationSchema = z.object({
  code: z.string(),
  /** The merchant's name, or the link's where it is the platform's own. */
  from: z.string(),
  merchantName: z.string().nullable(),
})
export type AffiliateInvitation = z.infer<typeof invitationSchema>

/** The ends of the paths of the door below, in the console's protocol and as REST; strangers send little. */
export const clickPaths = /\/(?:affiliates\/click|affiliate-clicks)$/

const post = route('POST', 'Affiliate links')

export const landingContract = {
  /** Posted by the page once it is shown; counted or not, the answer is the same (G37). */
  click: post('/affiliate-clicks', 'Count a click')
    .input(clickInput)
    .output(z.object({ success: z.literal(true) })),
}

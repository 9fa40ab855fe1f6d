import { z } from 'zod'
import { adminRole } from '@quaff/platform/shared/product'

/** Spec §6. Other roles exist in imported data and read "Custom role". */
export const roles = [adminRole, 'merchant_owner', 'merchant_viewer', 'customer'] as const
export type Role = (typeof roles)[number]

/** Role and merchants of an invitation. The names are user input. */
export const invitedToSchema = z.object({
  role: z.string(),
  inviter: z.string().nullable(),
  venues: z.array(z.string()),
})
export type InvitedTo = z.infer<typeof invitedToSchema>

import type { Context } from '@quaff/platform/server/context'
import { isWithinLimit, takeFromLimit, type RateLimit } from '@quaff/platform/server/rate-limit'

const hour = 3_600_000

const limits = {
  invitationsPerInviter: { name: 'invitations-inviter', limit: 100, windowMs: hour },
  invitationsPerAddress: { name: 'invitations-address', limit: 10, windowMs: hour },
  resendPerUser: { name: 'invitation-resend', limit: 3, windowMs: hour },
  correctionsPerCaller: { name: 'invitation-correction', limit: 30, windowMs: hour },
  resetPerCaller: { name: 'password-reset-caller', limit: 60, windowMs: hour },
  resetPerUser: { name: 'password-reset-user', limit: 3, windowMs: hour },
  resetPerAddress: { name: 'password-reset-address', limit: 3, windowMs: hour },
  registrationPerNetwork: { name: 'registration-network', limit: 20, windowMs: hour },
  registrationPerAddress: { name: 'registration-address', limit: 3, windowMs: hour },
} satisfies Record<string, RateLimit>
export type InvitationLimit = keyof typeof limits

/** Addresses are keyed by their hash: the table of limits holds no address. */
export async function throttle(ctx: Context, limit: InvitationLimit, key: string): Promise<void> {
  await takeFromLimit(ctx, limits[limit], key, 'Too many requests. Try again in an hour.')
}

/** False instead of a refusal, where a refusal would tell something of the address. */
export async function mayStill(ctx: Context, limit: InvitationLimit, key: string): Promise<boolean> {
  return isWithinLimit(ctx, limits[limit], key)
}

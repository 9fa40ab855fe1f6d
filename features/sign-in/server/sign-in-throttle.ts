import type { Context } from '@quaff/platform/server/context'
import { takeFromLimit, type RateLimit } from '@quaff/platform/server/rate-limit'
import { Refusal } from '@quaff/platform/shared/refusal'

const minute = 60_000
const hour = 60 * minute

/**
 * One-minute windows for guesses: an attack on an account keeps its owner out for a minute at most.
 * Keys are networks or keyed hashes of normalised addresses, never a field as it was sent.
 */
const limits = {
  passwordPerAccount: { name: 'password-account', limit: 10, windowMs: minute },
  passwordPerNetwork: { name: 'password-network', limit: 30, windowMs: minute },
  linkPerNetwork: { name: 'link-network', limit: 30, windowMs: minute },
  mailPerNetwork: { name: 'mail-network', limit: 10, windowMs: minute },
  mailPerAddress: { name: 'mail-address', limit: 3, windowMs: hour },
  checkPerMinute: { name: 'check-minute', limit: 10, windowMs: minute },
  checkPerDay: { name: 'check-day', limit: 100, windowMs: 24 * hour },
  activationPerNetwork: { name: 'activation-network', limit: 10, windowMs: minute },
  reauthPerUser: { name: 'reauth-user', limit: 10, windowMs: minute },
} satisfies Record<string, RateLimit>

export async function throttleNetwork(
  ctx: Context,
  limit:
    | 'passwordPerNetwork'
    | 'linkPerNetwork'
    | 'mailPerNetwork'
    | 'checkPerMinute'
    | 'checkPerDay'
    | 'activationPerNetwork',
  message = 'Too many attempts. Try again in a minute.',
): Promise<void> {
  await takeFromLimit(ctx, limits[limit], ctx.request.network, message)
}

export async function throttlePassword(ctx: Context, email: string): Promise<void> {
  const message = 'Too many sign-in attempts. Try again in a minute.'
  await throttleNetwork(ctx, 'passwordPerNetwork', message)
  await takeFromLimit(ctx, limits.passwordPerAccount, ctx.secrets.hash(email), message)
}

export async function throttleReauthentication(ctx: Context, userId: string): Promise<void> {
  await takeFromLimit(ctx, limits.reauthPerUser, userId, 'Too many attempts. Try again in a minute.')
}

/** False once the address has had its mails of the hour. Nobody is told, or the answer would depend on the address. */
export async function mayMail(ctx: Context, kind: string, email: string): Promise<boolean> {
  try {
    await takeFromLimit(ctx, limits.mailPerAddress, `${kind}:${ctx.secrets.hash(email)}`, '')
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

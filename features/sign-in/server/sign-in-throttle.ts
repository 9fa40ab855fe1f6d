import { hasSignedInFrom } from '@quaff/features/activity/server'
import type { Context } from '@quaff/platform/server/context'
import { takeFromLimit, type RateLimit } from '@quaff/platform/server/rate-limit'
import { Refusal } from '@quaff/platform/shared/refusal'

const minute = 60_000
const hour = 60 * minute

/** Keys are networks or keyed hashes of normalised addresses, never a field as it was sent. */
const limits = {
  passwordPerAccount: { name: 'password-account', limit: 10, windowMs: minute },
  /** Half of the hundred guesses that an account may be tried with: an hour meets two of the fixed windows. */
  passwordPerAccountAndHour: { name: 'password-account-hour', limit: 50, windowMs: hour },
  passwordPerNetwork: { name: 'password-network', limit: 30, windowMs: minute },
  linkPerNetwork: { name: 'link-network', limit: 30, windowMs: minute },
  mailPerNetwork: { name: 'mail-network', limit: 10, windowMs: minute },
  mailPerAddress: { name: 'mail-address', limit: 3, windowMs: hour },
  checkPerMinute: { name: 'check-minute', limit: 10, windowMs: minute },
  checkPerDay: { name: 'check-day', limit: 100, windowMs: 24 * hour },
  activationPerNetwork: { name: 'activation-network', limit: 10, windowMs: minute },
  reauthPerUser: { name: 'reauth-user', limit: 10, windowMs: minute },
  reauthPerUserAndHour: { name: 'reauth-user-hour', limit: 50, windowMs: hour },
  secondStepPerNetwork: { name: 'second-step-network', limit: 30, windowMs: minute },
  secondFactorPerAccount: { name: 'second-factor', limit: 5, windowMs: minute },
  /** Three codes of a million are right at a time: a year of guessing has a chance of less than two in a hundred. */
  secondFactorPerAccountAndDay: { name: 'second-factor-day', limit: 15, windowMs: 24 * hour },
  reauthMailPerUser: { name: 'reauth-mail-user', limit: 5, windowMs: hour },
} satisfies Record<string, RateLimit>

export const tooManySignIns = 'Too many sign-in attempts. Try again in a minute.'
const tooManyThisHour = 'Too many sign-in attempts. Sign in with an email link, or try again in an hour.'

export async function throttleNetwork(
  ctx: Context,
  limit:
    | 'passwordPerNetwork'
    | 'linkPerNetwork'
    | 'mailPerNetwork'
    | 'checkPerMinute'
    | 'checkPerDay'
    | 'activationPerNetwork'
    | 'secondStepPerNetwork',
  message = 'Too many attempts. Try again in a minute.',
): Promise<void> {
  await takeFromLimit(ctx, limits[limit], ctx.request.network, message)
}

const familiarMs = 90 * 24 * hour

/**
 * Strangers share the guesses at an account, from wherever they come. A network from which its owner has signed in has
 * guesses of its own: an attack keeps the owner out for a minute at most, elsewhere the mailed link still works.
 */
export async function throttleGuess(ctx: Context, email: string, userId: string | undefined): Promise<void> {
  const key = await apartWhereFamiliar(ctx, ctx.secrets.hash(email), userId)
  await takeFromLimit(ctx, limits.passwordPerAccount, key, tooManySignIns)
  await takeFromLimit(ctx, limits.passwordPerAccountAndHour, key, tooManyThisHour)
}

async function apartWhereFamiliar(ctx: Context, key: string, userId: string | undefined): Promise<string> {
  const network = networkKey(ctx)
  const since = new Date(ctx.clock.now().getTime() - familiarMs)
  const isFamiliar = await hasSignedInFrom(ctx.db, { userId: userId ?? '', network, since })
  return isFamiliar ? `${key}:${network}` : key
}

/**
 * Guesses at the second factor, apart for its two kinds: whoever knows the password and types codes keeps the owner neither
 * out of a familiar network nor from the recovery codes.
 */
export async function throttleSecondFactor(ctx: Context, kind: 'app' | 'recovery', userId: string): Promise<void> {
  const key = await apartWhereFamiliar(ctx, `${kind}:${userId}`, userId)
  await takeFromLimit(ctx, limits.secondFactorPerAccount, key, 'Too many codes. Try again in a minute.')
  const other = kind === 'app' ? 'Use a recovery code, or try' : 'Try'
  await takeFromLimit(ctx, limits.secondFactorPerAccountAndDay, key, `Too many codes. ${other} again tomorrow.`)
}

/** How a network is remembered with a sign-in: recognisable, not readable. */
export function networkKey(ctx: Context): string {
  return ctx.secrets.hash(`network:${ctx.request.network}`)
}

export async function throttleReauthentication(ctx: Context, userId: string): Promise<void> {
  await takeFromLimit(ctx, limits.reauthPerUser, userId, 'Too many attempts. Try again in a minute.')
  const tooMany = 'Too many attempts. Sign out, and use “Forgot password?” on the sign-in page.'
  await takeFromLimit(ctx, limits.reauthPerUserAndHour, userId, tooMany)
}

/** Whoever is signed in may be told: the answer gives no address away. */
export async function throttleReauthenticationMail(ctx: Context, userId: string): Promise<void> {
  await takeFromLimit(ctx, limits.reauthMailPerUser, userId, 'Too many codes were sent. Try again in an hour.')
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

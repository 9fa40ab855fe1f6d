import { type Account, findPasswordHash } from '@quaff/features/accounts/server'
import type { Context } from '@quaff/platform/server/context'
import { giveBackToLimit, isWithinLimit, takeFromLimit, type RateLimit } from '@quaff/platform/server/rate-limit'
import { signInLimits } from '../contract'
import { findKnownBrowser } from './known-browser'

const minute = 60_000
const hour = 60 * minute

/** Keys are networks or keyed hashes of normalised addresses, never a field as it was sent. */
const limits = {
  /** What strangers may try on an account: an hour meets eleven of the fixed windows, that is 99 guesses. */
  passwordPerAccount: { name: 'password-account', limit: 9, windowMs: 6 * minute },
  passwordPerBrowser: { name: 'password-browser', limit: 10, windowMs: minute },
  passwordPerBrowserAndHour: { name: 'password-browser-hour', limit: 50, windowMs: hour },
  passwordPerNetwork: { name: 'password-network', limit: 30, windowMs: minute },
  linkPerNetwork: { name: 'link-network', limit: 30, windowMs: minute },
  mailPerNetwork: { name: 'mail-network', limit: 10, windowMs: minute },
  mailPerAddress: { name: 'mail-address', limit: 3, windowMs: hour },
  linkPerSender: { name: 'link-sender', limit: 3, windowMs: hour },
  /** As long as a link works: whoever uses this up for somebody has had one mailed that still opens. */
  linkPerAddress: { name: 'link-address', limit: 3, windowMs: signInLimits.signInLinkMs },
  checkPerMinute: { name: 'check-minute', limit: 10, windowMs: minute },
  checkPerDay: { name: 'check-day', limit: 100, windowMs: 24 * hour },
  activationPerNetwork: { name: 'activation-network', limit: 10, windowMs: minute },
  reauthPerUser: { name: 'reauth-user', limit: 10, windowMs: minute },
  reauthPerUserAndHour: { name: 'reauth-user-hour', limit: 50, windowMs: hour },
  secondStepPerNetwork: { name: 'second-step-network', limit: 30, windowMs: minute },
  secondFactorPerAccount: { name: 'second-factor', limit: 5, windowMs: minute },
  /** Three codes of a million are right at a time: a year of guessing has a chance of less than two in a hundred. */
  secondFactorPerAccountAndDay: { name: 'second-factor-day', limit: 15, windowMs: 24 * hour },
  /** The sign-in page asks for one as it opens, so that the browser can offer what it has. */
  passkeyAskPerNetwork: { name: 'passkey-ask-network', limit: 120, windowMs: minute },
  passkeyPerNetwork: { name: 'passkey-network', limit: 30, windowMs: minute },
  passkeyPerUser: { name: 'passkey-user', limit: 20, windowMs: minute },
  singleSignOnPerNetwork: { name: 'single-sign-on-network', limit: 60, windowMs: minute },
  reauthMailPerUser: { name: 'reauth-mail-user', limit: 5, windowMs: hour },
} satisfies Record<string, RateLimit>

const tooManySignIns = 'Too many sign-in attempts. Try again in a minute.'
const tooManyOfStrangers = 'Too many sign-in attempts. Sign in with an email link, or try again in a few minutes.'
const tooManyThisHour = 'Too many sign-in attempts. Sign in with an email link, or try again in an hour.'

export async function throttleNetwork(
  ctx: Context,
  limit: Extract<keyof typeof limits, `${string}PerNetwork` | `checkPer${string}`>,
  message = 'Too many attempts. Try again in a minute.',
): Promise<void> {
  await takeFromLimit(ctx, limits[limit], ctx.request.network, message)
}

/** What holders of links ask, by whichever feature. */
export const throttleLinks = (ctx: Context) => throttleNetwork(ctx, 'linkPerNetwork')

/**
 * Strangers share the guesses at an account, from wherever they come. A browser with which its owner has signed in has
 * guesses of its own, which neither strangers nor whoever shares its network can use up.
 * Returns how to give the guess back: a successful sign-in was none.
 */
export async function throttleGuess(
  ctx: Context,
  email: string,
  account: Account | null,
): Promise<() => Promise<void>> {
  const key = ctx.secrets.hash(email)
  const browser = await findKnownBrowser(ctx, account)
  const ofBrowser = `${key}:${browser}`
  const counted: [RateLimit, string, string][] =
    browser === null
      ? [
          [limits.passwordPerNetwork, ctx.request.network, tooManySignIns],
          [limits.passwordPerAccount, key, tooManyOfStrangers],
        ]
      : [
          [limits.passwordPerBrowser, ofBrowser, tooManySignIns],
          [limits.passwordPerBrowserAndHour, ofBrowser, tooManyThisHour],
        ]
  const takenAt = ctx.clock.now()
  for (const [limit, counter, message] of counted) await takeFromLimit(ctx, limit, counter, message)
  return async () => {
    for (const [limit, counter] of counted) await giveBackToLimit(ctx, limit, counter, takenAt)
  }
}

/**
 * Guesses at the second factor, apart for its two kinds: whoever knows the password and types codes keeps the owner neither
 * out of a known browser nor from the recovery codes.
 */
export async function throttleSecondFactor(ctx: Context, kind: 'app' | 'recovery', userId: string): Promise<void> {
  const browser = await findKnownBrowser(ctx, { id: userId, passwordHash: await findPasswordHash(ctx.db, userId) })
  const key = browser === null ? `${kind}:${userId}` : `${kind}:${userId}:${browser}`
  await takeFromLimit(ctx, limits.secondFactorPerAccount, key, 'Too many codes. Try again in a minute.')
  const other = kind === 'app' ? 'Use a recovery code, or try' : 'Try'
  await takeFromLimit(ctx, limits.secondFactorPerAccountAndDay, key, `Too many codes. ${other} again tomorrow.`)
}

export async function throttleReauthentication(ctx: Context, userId: string): Promise<void> {
  await takeFromLimit(ctx, limits.reauthPerUser, userId, 'Too many attempts. Try again in a minute.')
  const tooMany = 'Too many attempts. Sign out, and use “Forgot password?” on the sign-in page.'
  await takeFromLimit(ctx, limits.reauthPerUserAndHour, userId, tooMany)
}

export async function throttlePasskeyChange(ctx: Context, userId: string): Promise<void> {
  await takeFromLimit(ctx, limits.passkeyPerUser, userId, 'Too many attempts. Try again in a minute.')
}

/** Whoever is signed in may be told: the answer gives no address away. */
export async function throttleReauthenticationMail(ctx: Context, userId: string): Promise<void> {
  await takeFromLimit(ctx, limits.reauthMailPerUser, userId, 'Too many codes. Try again in an hour.')
}

/** False once the address has had its mails of the hour. Nobody is told, or the answer would depend on the address. */
export async function mayMail(ctx: Context, kind: string, email: string): Promise<boolean> {
  return isWithinLimit(ctx, limits.mailPerAddress, `${kind}:${ctx.secrets.hash(email)}`)
}

/**
 * The same for links that let one in. Each sender has a few, and strangers share what an address may get; a known browser of
 * the account does not ask them.
 */
export async function mayMailLink(
  ctx: Context,
  kind: 'link' | 'reset',
  email: string,
  account: Account | null,
): Promise<boolean> {
  const key = `${kind}:${ctx.secrets.hash(email)}`
  const browser = await findKnownBrowser(ctx, account)
  if (!(await isWithinLimit(ctx, limits.linkPerSender, `${key}:${browser ?? ctx.request.network}`))) return false
  return browser !== null || isWithinLimit(ctx, limits.linkPerAddress, key)
}

import { type Account, findPasswordHash } from '@quaff/features/accounts/server'
import {
  type Context,
  giveBackToLimit,
  isWithinLimit,
  type NetworkLimitName,
  type RateLimitName,
  takeFromLimit,
} from '@quaff/platform/server'
import { findKnownBrowser } from './enter'

type PasswordLimit = Extract<RateLimitName, `password${string}`>

const tooManySignIns = 'Too many sign-in attempts. Try again in a minute.'
const tooManyOfStrangers = 'Too many sign-in attempts. Sign in with an email link, or try again in a few minutes.'
const tooManyThisHour = 'Too many sign-in attempts. Sign in with an email link, or try again in an hour.'

export async function throttleNetwork(
  ctx: Context,
  limit: NetworkLimitName,
  message = 'Too many attempts. Try again in a minute.',
) {
  await takeFromLimit(ctx, limit, ctx.request.network, message)
}

/** Limits holders of links, for all features. */
export const throttleLinks = (ctx: Context) => throttleNetwork(ctx, 'linkPerNetwork')

/**
 * Limits password attempts per account, shared by all unknown browsers. A browser of an earlier sign-in has its own
 * limit, which others cannot use up. Returns a function that restores the attempt after success.
 */
export async function throttleGuess(
  ctx: Context,
  email: string,
  account: Account | null,
): Promise<() => Promise<void>> {
  const key = ctx.secrets.hash(email)
  const browser = await findKnownBrowser(ctx, account)
  const ofBrowser = `${key}:${browser}`
  const counted: [PasswordLimit, string, string][] =
    browser === null
      ? [
          ['passwordPerNetwork', ctx.request.network, tooManySignIns],
          ['passwordPerAccount', key, tooManyOfStrangers],
        ]
      : [
          ['passwordPerBrowser', ofBrowser, tooManySignIns],
          ['passwordPerBrowserAndHour', ofBrowser, tooManyThisHour],
        ]
  const takenAt = ctx.clock.now()
  for (const [limit, counter, message] of counted) await takeFromLimit(ctx, limit, counter, message)
  return async () => {
    for (const [limit, counter] of counted) await giveBackToLimit(ctx, limit, counter, takenAt)
  }
}

/**
 * Limits second-factor attempts separately by kind, so that an attacker with the password blocks neither known
 * browsers nor recovery codes.
 */
export async function throttleSecondFactor(ctx: Context, kind: 'app' | 'recovery', userId: string) {
  const browser = await findKnownBrowser(ctx, { id: userId, passwordHash: await findPasswordHash(ctx.db, userId) })
  const key = browser === null ? `${kind}:${userId}` : `${kind}:${userId}:${browser}`
  await takeFromLimit(ctx, 'secondFactorPerAccount', key, 'Too many codes. Try again in a minute.')
  const other = kind === 'app' ? 'Use a recovery code, or try' : 'Try'
  await takeFromLimit(ctx, 'secondFactorPerAccountAndDay', key, `Too many codes. ${other} again tomorrow.`)
}

export async function throttleReauthentication(ctx: Context, userId: string) {
  await takeFromLimit(ctx, 'reauthPerUser', userId, 'Too many attempts. Try again in a minute.')
  const tooMany = 'Too many attempts. Sign out, and use “Forgot password?” on the sign-in page.'
  await takeFromLimit(ctx, 'reauthPerUserAndHour', userId, tooMany)
}

export async function throttlePasskeyChange(ctx: Context, userId: string) {
  await takeFromLimit(ctx, 'passkeyPerUser', userId, 'Too many attempts. Try again in a minute.')
}

/** Signed-in callers may see the limit, because it reveals no address. */
export async function throttleReauthenticationMail(ctx: Context, userId: string) {
  await takeFromLimit(ctx, 'reauthMailPerUser', userId, 'Too many codes. Try again in an hour.')
}

/** Returns false at the address's hourly limit. The response must not depend on it. */
export async function mayMail(ctx: Context, kind: string, email: string): Promise<boolean> {
  return isWithinLimit(ctx, 'mailPerAddress', `${kind}:${ctx.secrets.hash(email)}`)
}

/**
 * Limits emails with sign-in or reset links. Each sender has a limit, and anonymous callers share a limit per
 * address, which a known browser of the account bypasses.
 */
export async function mayMailLink(
  ctx: Context,
  kind: 'link' | 'reset',
  email: string,
  account: Account | null,
): Promise<boolean> {
  const key = `${kind}:${ctx.secrets.hash(email)}`
  const browser = await findKnownBrowser(ctx, account)
  if (!(await isWithinLimit(ctx, 'linkPerSender', `${key}:${browser ?? ctx.request.network}`))) return false
  return browser !== null || isWithinLimit(ctx, 'linkPerAddress', key)
}

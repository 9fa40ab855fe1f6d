import { and, eq, gt, sql } from 'drizzle-orm'
import { isRefusal, platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import type { Services } from './context'
import { rateLimits as counters } from './tables'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type RateLimit = { name: string; counts: string; key: string; count: number; windowMs: number }

const limit = <Key extends string, Count extends number | null>(
  name: string,
  counts: string,
  key: Key,
  count: Count,
  windowMs: number,
) => ({ name, counts, key, count, windowMs })

/**
 * Every limit on requests: name, what it counts, for each what, how many, in which fixed window. Addresses are keyed by a
 * hash. docs/operations/reference.md shows this table.
 */
export const rateLimits = {
  /** An hour can overlap eleven of these windows, so an attacker has 99 attempts. */
  passwordPerAccount: limit('password-account', 'passwords from unknown browsers', 'account', 9, 6 * minute),
  passwordPerNetwork: limit('password-network', 'passwords from unknown browsers', 'network', 30, minute),
  passwordPerBrowser: limit('password-browser', 'passwords from known browsers', 'account and browser', 10, minute),
  passwordPerBrowserAndHour: limit(
    'password-browser-hour',
    'passwords from known browsers',
    'account and browser',
    50,
    hour,
  ),
  linkPerNetwork: limit('link-network', 'opened links from emails', 'network', 30, minute),
  linkPerSender: limit('link-sender', 'emailed sign-in or reset links', 'address and browser or network', 3, hour),
  /** The window equals the lifetime of a link: when it is used up, the last link still works. */
  linkPerAddress: limit(
    'link-address',
    'emailed sign-in or reset links, from unknown browsers',
    'address',
    3,
    10 * minute,
  ),
  mailPerNetwork: limit('mail-network', 'requests for an email', 'network', 10, minute),
  mailPerAddress: limit('mail-address', 'emails of one kind', 'address', 3, hour),
  checkPerMinute: limit('check-minute', 'checks whether an account exists', 'network', 10, minute),
  checkPerDay: limit('check-day', 'checks whether an account exists', 'network', 100, day),
  activationPerNetwork: limit('activation-network', 'account activations', 'network', 10, minute),
  reauthPerUser: limit('reauth-user', 'reauthentications', 'user', 10, minute),
  reauthPerUserAndHour: limit('reauth-user-hour', 'reauthentications', 'user', 50, hour),
  reauthMailPerUser: limit('reauth-mail-user', 'emailed codes for reauthentication', 'user', 5, hour),
  secondStepPerNetwork: limit('second-step-network', 'second steps of a sign-in', 'network', 30, minute),
  secondFactorPerAccount: limit('second-factor', 'app or recovery codes', 'kind, user and known browser', 5, minute),
  /** Three of a million codes are valid at a time: a year of guesses succeeds with a chance below 2%. */
  secondFactorPerAccountAndDay: limit(
    'second-factor-day',
    'app or recovery codes',
    'kind, user and known browser',
    15,
    day,
  ),
  /** The sign-in page requests one when it opens, so that the browser can offer its passkeys. */
  passkeyAskPerNetwork: limit('passkey-ask-network', 'passkey challenges for a sign-in', 'network', 120, minute),
  passkeyPerNetwork: limit('passkey-network', 'passkey sign-ins', 'network', 30, minute),
  passkeyPerUser: limit('passkey-user', 'passkey changes', 'user', 20, minute),
  singleSignOnPerNetwork: limit('single-sign-on-network', 'single sign-on requests', 'network', 60, minute),
  invitationsPerInviter: limit('invitations-inviter', 'invitations', 'inviting user', 100, hour),
  invitationsPerAddress: limit('invitations-address', 'invitations to merchants', 'address', 10, hour),
  resendPerUser: limit('invitation-resend', 'invitations sent again', 'invited user or invitation', 3, hour),
  correctionsPerCaller: limit(
    'invitation-correction',
    'corrected addresses of invited users',
    'correcting user',
    30,
    hour,
  ),
  resetPerCaller: limit('password-reset-caller', 'password resets sent by administrators', 'administrator', 60, hour),
  resetPerUser: limit('password-reset-user', 'password resets sent by administrators', 'user', 3, hour),
  resetPerAddress: limit('password-reset-address', 'password resets sent by administrators', 'address', 3, hour),
  registrationPerNetwork: limit('registration-network', 'registrations', 'network', 20, hour),
  registrationPerAddress: limit('registration-address', 'registrations', 'address', 3, hour),
  mailboxCodePerNetwork: limit('mailbox-network', 'emailed codes on public pages', 'network', 20, hour),
  /** Counted without tags and over all pages: `ana+two@…` shares the limit of `ana@…`. */
  mailboxCodePerAddress: limit('mailbox-address', 'emailed codes on public pages', 'address', 3, hour),
  mailboxCheckPerNetwork: limit('mailbox-check', 'tries of an emailed code on public pages', 'network', 30, hour),
  formPerNetwork: limit('form-network', 'sent public forms', 'form and network', 5, hour),
  form: limit('form', 'sent public forms', 'form', 200, hour),
  formViewedPerNetwork: limit(
    'form-viewed',
    'views of a signup form that its funnel counts',
    'form and network',
    60,
    hour,
  ),
  formStartedPerNetwork: limit(
    'form-started',
    'starts of a signup form that its funnel counts',
    'form and network',
    60,
    hour,
  ),
  formImagePerMailbox: limit('form-image', 'images uploaded to signup forms', 'address', 30, hour),
  formImagePerNetwork: limit('form-image-network', 'images uploaded to signup forms', 'network', 60, hour),
  clickPerNetwork: limit('affiliate-click', 'clicks on affiliate links', 'network', 60, minute),
  waitlistResendPerEntry: limit('waitlist-resend', 'waitlist invitations sent again', 'waitlist entry', 3, hour),
  brandImagePerUser: limit('brand_upload', 'uploaded brand images', 'user', 120, hour),
  workbookPerUser: limit('workbook', 'converted Excel workbooks', 'user', 60, hour),
  bankSavePerUser: limit('bank-save', 'saved bank details', 'user', 20, 10 * minute),
  bankFilePerUser: limit('bank-file', 'downloaded bank files', 'user', 20, 10 * minute),
  /** More than a counter scans, and too few to guess one. */
  passCodePerUser: limit('pass-code', 'looked up pass codes', 'user', 30, minute),
  requestPerKey: limit('api_key', 'requests with an API key', 'API key', null, minute),
} as const

export type RateLimitName = keyof typeof rateLimits

/** A limit whose key is the caller's network. */
export type NetworkLimitName = {
  [Name in RateLimitName]: (typeof rateLimits)[Name]['key'] extends 'network' ? Name : never
}[RateLimitName]

type FixedLimitName = Exclude<RateLimitName, 'requestPerKey'>

/** Values of the rate limit headers. */
export type LimitLeft = { limit: number; remaining: number; resetSeconds: number }

/**
 * Counts one use of `key` in the limit's current fixed window, in the database, so that all processes share it and
 * restarts preserve it. Refuses with TOO_MANY_REQUESTS and `message` once the window is used up.
 */
export function takeFromLimit(
  services: Services,
  limit: FixedLimitName,
  key: string,
  message: string,
): Promise<LimitLeft> {
  return take(services, rateLimits[limit], key, message)
}

/** Counts a request with an API key, which has its own limit. */
export function takeFromKeyLimit(
  services: Services,
  key: { keyId: string; requestsPerMinute: number },
  message: string,
): Promise<LimitLeft> {
  return take(services, { ...rateLimits.requestPerKey, count: key.requestsPerMinute }, key.keyId, message)
}

async function take(services: Services, limit: RateLimit, key: string, message: string): Promise<LimitLeft> {
  const now = services.clock.now().getTime()
  const windowStartedAt = windowAt(limit, now)
  const [row] = await services.db
    .insert(counters)
    .values({ key: `${limit.name}:${key}`, windowStartedAt, count: 1 })
    .onConflictDoUpdate({
      target: [counters.key, counters.windowStartedAt],
      set: { count: sql`${counters.count} + 1` },
    })
    .returning({ count: counters.count })
  const used = row?.count ?? 1
  const resetSeconds = Math.ceil((windowStartedAt.getTime() + limit.windowMs - now) / 1000)
  if (used <= limit.count) return { limit: limit.count, remaining: limit.count - used, resetSeconds }
  throw refuse(platformRefusals, 'RATE_LIMIT', message).with({ retryAfterSeconds: resetSeconds })
}

/** Takes back the use of `key` that was counted at `takenAt`: for uses that turn out not to count. */
export async function giveBackToLimit(services: Services, name: FixedLimitName, key: string, takenAt: Date) {
  const limit = rateLimits[name]
  const isTaken = and(
    eq(counters.key, `${limit.name}:${key}`),
    eq(counters.windowStartedAt, windowAt(limit, takenAt.getTime())),
    gt(counters.count, 0),
  )
  await services.db
    .update(counters)
    .set({ count: sql`${counters.count} - 1` })
    .where(isTaken)
}

const windowAt = ({ windowMs }: Pick<RateLimit, 'windowMs'>, now: number) => new Date(now - (now % windowMs))

/** Returns false instead of refusing, where a refusal would reveal something about an address. */
export async function isWithinLimit(services: Services, limit: FixedLimitName, key: string): Promise<boolean> {
  try {
    await takeFromLimit(services, limit, key, '')
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

import { and, eq, gt, sql } from 'drizzle-orm'
import { isRefusal, platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import type { Services } from './context'
import { rateLimits } from './tables'

export type RateLimit = { name: string; limit: number; windowMs: number }

/** As the headers of an answer tell it. */
export type LimitLeft = { limit: number; remaining: number; resetSeconds: number }

/**
 * Counts one use of `key` in the limit's current fixed window, in the database: shared by replicas, kept over restarts.
 * Refuses with TOO_MANY_REQUESTS and `message` once the window is used up.
 */
export async function takeFromLimit(
  services: Services,
  limit: RateLimit,
  key: string,
  message: string,
): Promise<LimitLeft> {
  const now = services.clock.now().getTime()
  const windowStartedAt = windowAt(limit, now)
  const [row] = await services.db
    .insert(rateLimits)
    .values({ key: `${limit.name}:${key}`, windowStartedAt, count: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStartedAt],
      set: { count: sql`${rateLimits.count} + 1` },
    })
    .returning({ count: rateLimits.count })
  const used = row?.count ?? 1
  const resetSeconds = Math.ceil((windowStartedAt.getTime() + limit.windowMs - now) / 1000)
  if (used <= limit.limit) return { limit: limit.limit, remaining: limit.limit - used, resetSeconds }
  throw refuse(platformRefusals, 'RATE_LIMIT', message).with({ retryAfterSeconds: resetSeconds })
}

/** Takes back the use of `key` that was counted at `takenAt`: for uses that turn out not to count. */
export async function giveBackToLimit(services: Services, limit: RateLimit, key: string, takenAt: Date): Promise<void> {
  const isTaken = and(
    eq(rateLimits.key, `${limit.name}:${key}`),
    eq(rateLimits.windowStartedAt, windowAt(limit, takenAt.getTime())),
    gt(rateLimits.count, 0),
  )
  await services.db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(isTaken)
}

const windowAt = ({ windowMs }: RateLimit, now: number) => new Date(now - (now % windowMs))

/** The same, but false instead of a refusal: where a refusal would tell something of an address. */
export async function isWithinLimit(services: Services, limit: RateLimit, key: string): Promise<boolean> {
  try {
    await takeFromLimit(services, limit, key, '')
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

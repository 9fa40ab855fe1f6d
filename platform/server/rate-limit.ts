import { sql } from 'drizzle-orm'
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
  const windowStartedAt = new Date(now - (now % limit.windowMs))
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

import type { Context } from '@quaff/platform/server/context'
import { takeFromLimit, type RateLimitName } from '@quaff/platform/server/rate-limits'

type PerHour = Extract<
  RateLimitName,
  `invitation${string}` | `resend${string}` | `corrections${string}` | `reset${string}` | `registration${string}`
>

export async function throttle(ctx: Context, limit: PerHour, key: string): Promise<void> {
  await takeFromLimit(ctx, limit, key, 'Too many requests. Try again in an hour.')
}

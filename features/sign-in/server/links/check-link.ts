import type { Context } from '@quaff/platform/server/context'
import { throttleNetwork } from '../sign-in-throttle'
import { linkPurposes, type LinkPurpose } from '../tables'
import { findOpenLink } from './link-store'

/** Uses nothing up: mail scanners that open the page do no harm (decision 19). */
export async function checkLink(
  ctx: Context,
  input: { token: string },
): Promise<{ valid: boolean; purpose: LinkPurpose | null }> {
  await throttleNetwork(ctx, 'linkPerNetwork')
  const link = await findOpenLink(ctx.db, {
    tokenHash: ctx.secrets.hash(input.token),
    purposes: linkPurposes,
    now: ctx.clock.now(),
  })
  return { valid: link !== null, purpose: link?.purpose ?? null }
}

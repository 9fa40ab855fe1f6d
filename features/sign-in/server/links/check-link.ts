import type { Context } from '@quaff/platform/server/context'
import { throttleNetwork } from '../sign-in-throttle'
import { linkPurposes, type LinkPurpose } from '../tables'
import { findOpenLink, markLinkOpened } from './link-store'

/** Uses nothing up: mail scanners that open the page do no harm (decision 19). Notes once that an invitation was opened. */
export async function checkLink(
  ctx: Context,
  input: { token: string },
): Promise<{ valid: boolean; purpose: LinkPurpose | null }> {
  await throttleNetwork(ctx, 'linkPerNetwork')
  const now = ctx.clock.now()
  const tokenHash = ctx.secrets.hash(input.token)
  const link = await findOpenLink(ctx.db, { tokenHash, purposes: linkPurposes, now })
  if (link?.purpose === 'invitation') await markLinkOpened(ctx.db, tokenHash, now)
  return { valid: link !== null, purpose: link?.purpose ?? null }
}

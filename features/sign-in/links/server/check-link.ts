import type { Context } from '@quaff/platform/server/context'
import type { LinkCheck } from '../../contract'
import { throttleNetwork } from '../../server/sign-in-throttle'
import { linkPurposes } from '../../server/tables'
import { findInvitedTo } from './invited-to-store'
import { findClosedState, findOpenLink, markLinkOpened } from './link-store'

/** Uses nothing up: mail scanners that open the page do no harm (G19). Notes once that an invitation was opened. */
export async function checkLink(ctx: Context, input: { token: string }): Promise<LinkCheck> {
  await throttleNetwork(ctx, 'linkPerNetwork')
  const now = ctx.clock.now()
  const tokenHash = ctx.secrets.hash(input.token)
  const link = await findOpenLink(ctx.db, { tokenHash, purposes: linkPurposes, now })
  const closed = { valid: false, purpose: null, invitedTo: null }
  if (!link) return { ...closed, state: await findClosedState(ctx.db, { tokenHash, now }) }
  const open = { valid: true, purpose: link.purpose, state: 'open' as const }
  if (link.purpose !== 'invitation') return { ...open, invitedTo: null }
  await markLinkOpened(ctx.db, tokenHash, now)
  return { ...open, invitedTo: await findInvitedTo(ctx.db, link.userId) }
}

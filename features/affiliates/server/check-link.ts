import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { CheckLinkInput } from '../contract'
import { affiliatePermissions } from '../permissions'
import { findTaken } from './link-store'

/** For those who may make links: whether an address is free is no secret, it can be opened. */
export async function checkLink(
  ctx: Context,
  input: CheckLinkInput,
): Promise<{ slugFree: boolean; codeFree: boolean }> {
  authorize(ctx.actor, affiliatePermissions, 'link.edit')
  const taken = await findTaken(ctx.db, input)
  return { slugFree: !taken.slug, codeFree: !taken.code }
}

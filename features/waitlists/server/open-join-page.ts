import { openForm } from '@quaff/features/mailbox/server'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { withoutControls } from '@quaff/platform/shared/text'
import type { JoinPage } from '../join/contract'
import { inviterName } from '../join/rules'
import { waitlistRefusals } from '../refusals'
import { findReferrer } from './join-store'
import { findWaitlistBySlug, type StoredWaitlist } from './waitlist-store'

export async function openJoinPage(
  ctx: Context,
  { slug, ref = '' }: { slug: string; ref?: string },
): Promise<JoinPage> {
  const list = await getOpenPage(ctx, slug)
  const { name, description, city, isOpen } = list
  const referrer = ref === '' ? undefined : await findReferrer(ctx.db, list.id, withoutControls(ref))
  const inviter = referrer ? inviterName(referrer) : null
  return { slug: list.slug, name, description, city, isOpen, inviter, startToken: openForm(ctx, joinFormKey(list)) }
}

export async function getOpenPage(ctx: Context, slug: string): Promise<StoredWaitlist> {
  const list = await findWaitlistBySlug(ctx.db, slug.toLowerCase())
  if (!list) throw refuse(waitlistRefusals, 'WAITLIST')
  return list
}

export const joinFormKey = ({ id }: { id: string }) => `waitlist:${id}`

import { openForm } from '@quaff/features/mailbox/server'
import type { Context } from '@quaff/platform/server/context'
import type { JoinPage } from '../../join/contract'
import { waitlistNotFound } from '../waitlist-refusals'
import { findWaitlistBySlug, type StoredWaitlist } from '../waitlist-store'

export async function openJoinPage(ctx: Context, { slug }: { slug: string }): Promise<JoinPage> {
  const list = await getOpenPage(ctx, slug)
  const { name, description, city, isOpen } = list
  return { slug: list.slug, name, description, city, isOpen, startToken: openForm(ctx, joinFormKey(list)) }
}

export async function getOpenPage(ctx: Context, slug: string): Promise<StoredWaitlist> {
  const list = await findWaitlistBySlug(ctx.db, slug.toLowerCase())
  if (!list) throw waitlistNotFound()
  return list
}

export const joinFormKey = ({ id }: { id: string }) => `waitlist:${id}`

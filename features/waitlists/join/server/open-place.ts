import type { Context } from '@quaff/platform/server/context'
import type { StoredEntry } from '../../entries/server/entry-store'
import type { StoredWaitlist } from '../../server/waitlist-store'
import type { Place } from '../contract'
import { placeStatus } from '../rules'
import { findEntryById } from './join-store'
import { getOpenPage } from './open-join-page'
import { placeToken, readPlaceToken } from './place-token'

/** What became of the place since: for the link in the mail, and for the browser in which somebody joined. */
export async function openPlace(ctx: Context, { slug, token }: { slug: string; token: string }): Promise<Place | null> {
  const list = await getOpenPage(ctx, slug)
  const entryId = readPlaceToken(ctx, token)
  const entry = entryId === null ? undefined : await findEntryById(ctx.db, list.id, entryId)
  return entry ? presentPlace(ctx, list, entry) : null
}

export function presentPlace(ctx: Context, { name }: StoredWaitlist, entry: StoredEntry): Place {
  return {
    listName: name,
    status: placeStatus[entry.status],
    referralCode: entry.referralCode,
    referralCount: entry.referralCount,
    since: entry.createdAt,
    placeToken: placeToken(ctx, entry.id),
  }
}

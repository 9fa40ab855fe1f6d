import type { Database } from '@quaff/platform/server/context'
import {
  readAffiliateLinks,
  readAffiliateSubscriptions,
  readMailboxProofs,
  readPictures,
  readSignups,
  readSubmissions,
  readWaitlistEntries,
  type Sender,
} from './growth-parts-store'
import { listAddressesOf } from './person-store'

/** What forms and lists hold that need no account, by the addresses of the person; each part is one page. */
export function growthSections(db: Database, userId: string) {
  const of = <T extends object>(read: (db: Database, sender: Sender) => PromiseLike<T[]>) =>
    async function* pages(): AsyncGenerator<T[]> {
      yield await read(db, { userId, addresses: await listAddressesOf(db, userId) })
    }
  return [
    { name: 'waitlists', pages: of(readWaitlistEntries)() },
    { name: 'merchantSignups', pages: of(readSignups)() },
    { name: 'formSubmissions', pages: of(readSubmissions)() },
    { name: 'formPictures', pages: of(readPictures)() },
    { name: 'mailboxCodes', pages: of(readMailboxProofs)() },
    { name: 'affiliateLinks', pages: of(readAffiliateLinks)() },
    { name: 'affiliateSubscriptions', pages: of(readAffiliateSubscriptions)() },
  ]
}

import { listImportedOf } from '@quaff/features/imports/server'
import { withoutSecrets } from '@quaff/features/settings/audit-rules'
import type { Database } from '@quaff/platform/server'
import {
  readAccount,
  readApplications,
  readCodes,
  readEmailChanges,
  readImportInvitations,
  readInvitation,
  readLinks,
  readMerchantInvitations,
  readMerchants,
  readOwnedMerchants,
  readPasskeys,
  readPreferences,
  readSecondFactor,
  readSessions,
  readSingleSignOn,
} from './account-parts-store'
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
import {
  type HistoryPage,
  listActivityOf,
  listAuditOf,
  listChargesOf,
  listMailsTo,
  listRedemptionsOf,
  listRefundsOf,
  listSubscriptionEventsOf,
  listSubscriptionsOf,
} from './history-store'
import { listAddressesOf } from './person-store'

const pageSize = 500

type Row = object

/** One section of the file, with its rows in pages. */
export type PersonSection = { name: string; pages: AsyncIterable<readonly Row[]> }

/** Everything that is held about the person, a page in memory at a time. */
export function personSections(db: Database, { id, email }: { id: string; email: string }): PersonSection[] {
  return [
    { name: 'account', pages: once(async () => (await readAccount(db, id)).map(clean)) },
    { name: 'merchants', pages: once(() => readMerchants(db, id)) },
    { name: 'ownedMerchants', pages: once(() => readOwnedMerchants(db, id)) },
    { name: 'applications', pages: once(async () => (await readApplications(db, id)).map(clean)) },
    { name: 'invitation', pages: once(() => readInvitation(db, id)) },
    { name: 'merchantInvitations', pages: once(() => readMerchantInvitations(db, id)) },
    { name: 'importInvitation', pages: once(() => readImportInvitations(db, id)) },
    { name: 'sessions', pages: once(() => readSessions(db, id)) },
    { name: 'mailedLinks', pages: once(() => readLinks(db, id)) },
    { name: 'mailedCodes', pages: once(() => readCodes(db, id)) },
    { name: 'emailChanges', pages: once(() => readEmailChanges(db, id)) },
    { name: 'authenticatorApp', pages: once(() => readSecondFactor(db, id)) },
    { name: 'passkeys', pages: once(() => readPasskeys(db, id)) },
    { name: 'singleSignOn', pages: once(() => readSingleSignOn(db, id)) },
    { name: 'notificationPreferences', pages: once(() => readPreferences(db, id)) },
    { name: 'importedFields', pages: cleaned<Row>(imported(db, id)) },
    { name: 'activity', pages: history((page) => listActivityOf(db, id, page)) },
    { name: 'subscriptions', pages: history((page) => listSubscriptionsOf(db, id, page)) },
    { name: 'subscriptionEvents', pages: history((page) => listSubscriptionEventsOf(db, id, page)) },
    { name: 'charges', pages: history((page) => listChargesOf(db, id, page)) },
    { name: 'refunds', pages: history((page) => listRefundsOf(db, id, page)) },
    { name: 'redemptions', pages: history((page) => listRedemptionsOf(db, id, page)) },
    ...growthSections(db, id).map(({ name, pages }) => ({ name, pages: cleaned<Row>(pages) })),
    { name: 'mails', pages: history((page) => listMailsTo(db, email, page)) },
    { name: 'auditLog', pages: cleaned(history((page) => listAuditOf(db, id, page))) },
  ]
}

async function* once<T extends Row>(read: () => PromiseLike<T[]>): AsyncGenerator<T[]> {
  yield await read()
}

async function* history<T extends { at: Date; id: string }>(
  read: (page: HistoryPage) => PromiseLike<T[]>,
): AsyncGenerator<T[]> {
  let after: HistoryPage['after']
  do {
    const rows: T[] = await read({ after, limit: pageSize })
    yield rows
    after = rows.length < pageSize ? undefined : rows.at(-1)
  } while (after)
}

/** Data of the old system without a place here, by document path. */
async function* imported(db: Database, userId: string): AsyncGenerator<{ path: string }[]> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const rows: { path: string }[] = await listImportedOf(db, userId, { after, limit: pageSize })
    yield rows
    after = rows.length < pageSize ? undefined : rows.at(-1)?.path
  }
}

async function* cleaned<T extends Row>(pages: AsyncIterable<T[]>): AsyncGenerator<Row[]> {
  for await (const rows of pages) yield rows.map(clean)
}

/** Cleans columns with free data from imports or forms. Keys that are named like a secret show only their end. */
function clean<T extends Row>(row: T): Row {
  const free = ['claims', 'metadata', 'business', 'settings', 'drafts', 'answers', 'before', 'after', 'fields']
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, free.includes(name) ? withoutSecrets(value) : value]),
  )
}

/** Data of public forms and lists by the person's addresses; each part is one page. */
function growthSections(db: Database, userId: string) {
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

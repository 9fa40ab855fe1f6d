import {
  type StoredPerson,
  writeAccountDocument,
  writeAdminDocument,
  writeInvitationDocument,
  writeOldPassword,
  writeUserDocument,
} from '@quaff/features/accounts/server'
import { writeActivityDocument } from '@quaff/features/activity/server'
import { writeLocationDocument } from '@quaff/features/locations/server'
import { writeApplicationDocument } from '@quaff/features/merchants/server'
import { writePlanDocument, writePriceDocument } from '@quaff/features/plans/server'
import { writePromotionDocument } from '@quaff/features/promotions/server'
import { writeRedemptionDocument } from '@quaff/features/redemptions/server'
import { writeAuditDocument } from '@quaff/features/settings/server'
import { writeSubscriptionDocument } from '@quaff/features/subscriptions/server'
import { isBorrowed, type Transaction } from '@quaff/platform/server'
import type { DocumentMap, SourceDocument } from '@quaff/platform/shared/documents/document-values'
import type { DocumentKind } from '../kinds-rules'
import { restored } from '../originals-rules'
import { writeMerchantWithBank } from './apply/merchant-target'
import { withMerchants } from './apply/parent-store'
import type { RenamedIds } from './apply/renamed-ids'
import {
  activityPages,
  adminPages,
  applicationPages,
  auditPages,
  invitationPages,
  locationPages,
  merchantPages,
  personPages,
  planPages,
  pricePages,
  promotionPages,
  redemptionPages,
  subscriptionPages,
  findKept,
  type KeptDocument,
} from './export-store'

export type ExportedDocument = SourceDocument & {
  /** Another document had its id or email first, so this one must be imported later again. */
  isLater: boolean
}
export type ExportedKind = {
  kind: DocumentKind
  pages(tx: Transaction, renamed: RenamedIds): AsyncIterable<ExportedDocument[]>
}

type Definition<Row> = {
  kind: DocumentKind
  rows(tx: Transaction): AsyncIterable<Row[]>
  /** The row id that imports record. */
  idOf(row: NoInfer<Row>): string
  /** Path of a row that was created here. `old` returns ids of the old system. */
  path(row: NoInfer<Row>, old: (kind: DocumentKind, id: string) => string): string
  document(row: NoInfer<Row>): DocumentMap
  /** Returns true for rows that are not a document of this kind. */
  isLeftOut?(row: NoInfer<Row>, kept: KeptDocument | undefined): boolean
  /** Replaces the default test, which is that the row's id differs from its document's. */
  isLater?(row: NoInfer<Row>, document: SourceDocument): boolean
}

/** Exports rows as documents. Imported values that were not edited keep their original form. */
function exportedKind<Row>(definition: Definition<Row>): ExportedKind {
  const { kind, rows, idOf, path, document, isLeftOut = () => false, isLater } = definition
  return {
    kind,
    async *pages(tx, renamed) {
      for await (const page of rows(tx)) {
        const known = await findKept(tx, kind, page.map(idOf))
        yield page.flatMap((row): ExportedDocument[] => {
          const id = idOf(row)
          const kept = known.get(id)
          if (isLeftOut(row, kept)) return []
          const ours = renamed.inOldIds(document(row))
          const place = kept?.path ?? path(row, (of, one) => renamed.old(of, one))
          const found = restored(place, ours, kept ?? { residue: null, originals: null })
          return [{ ...found, isLater: isLater ? isLater(row, found) : renamed.isNew(kind, id) }]
        })
      }
    },
  }
}

type OfPerson = { id: string; userId: string | null }

/** A document without a person is at the top level. */
const ofPerson =
  (collection: string) =>
  ({ id, userId }: OfPerson, old: (kind: DocumentKind, id: string) => string) =>
    userId === null ? `${collection}/${id}` : `users/${old('users', userId)}/${collection}/${id}`

export const businessKinds: readonly ExportedKind[] = [
  exportedKind({
    kind: 'merchants',
    rows: merchantPages,
    idOf: ({ merchant }) => merchant.id,
    path: ({ merchant }) => `merchants/${merchant.id}`,
    document: writeMerchantWithBank,
  }),
  exportedKind({
    kind: 'applications',
    rows: applicationPages,
    idOf: ({ id }) => id,
    path: ({ id }) => `merchantApplications/${id}`,
    document: writeApplicationDocument,
  }),
  exportedKind({
    kind: 'locations',
    rows: locationPages,
    idOf: ({ id }) => id,
    path: ({ id, merchantId }, old) => `merchants/${old('merchants', merchantId)}/locations/${id}`,
    document: writeLocationDocument,
  }),
  exportedKind({
    kind: 'plans',
    rows: planPages,
    idOf: ({ id }) => id,
    path: ({ id, merchantId }, old) => `merchants/${old('merchants', merchantId)}/subscriptionPlans/${id}`,
    document: writePlanDocument,
  }),
  exportedKind({
    kind: 'prices',
    rows: pricePages,
    idOf: ({ id }) => id,
    path: ({ id, planId, merchantId }, old) =>
      `merchants/${old('merchants', merchantId)}/subscriptionPlans/${old('plans', planId)}/prices/${id}`,
    document: writePriceDocument,
  }),
  exportedKind({
    kind: 'promotions',
    rows: promotionPages,
    idOf: ({ merchantId, promotionId }) => `${merchantId}/${promotionId}`,
    path: ({ merchantId, promotionId }, old) => `merchants/${old('merchants', merchantId)}/promotions/${promotionId}`,
    document: writePromotionDocument,
  }),
  exportedKind({
    kind: 'subscriptions',
    rows: subscriptionPages,
    idOf: ({ id }) => id,
    path: ofPerson('subscriptions'),
    document: writeSubscriptionDocument,
  }),
  exportedKind({
    kind: 'redemptions',
    rows: redemptionPages,
    idOf: ({ id }) => id,
    path: ofPerson('redemptions'),
    document: writeRedemptionDocument,
  }),
  exportedKind({
    kind: 'activity',
    rows: activityPages,
    idOf: ({ id }) => id,
    path: ({ id }) => `userActivity/${id}`,
    document: writeActivityDocument,
  }),
  exportedKind({
    kind: 'audit',
    rows: auditPages,
    idOf: ({ id }) => id,
    path: ({ id }) => `adminAuditLogs/${id}`,
    document: writeAuditDocument,
  }),
]

type Person = StoredPerson & {
  /** The stored parts of the person's other document (account or record). */
  other: KeptDocument | undefined
}

/** Exports an account and a record of each person, or only the one that was imported. */
export function peopleKinds(withHashes: boolean): ExportedKind[] {
  const later = ({ emailIsPlaceholder }: Person, { data }: SourceDocument) =>
    emailIsPlaceholder && typeof data['email'] === 'string'
  return [
    exportedKind<Person>({
      kind: 'accounts',
      rows: (tx) => people(tx, 'users'),
      idOf: ({ id }) => id,
      path: ({ id }, old) => `__auth__/${old('users', id)}`,
      document: (person) => ({ ...writeAccountDocument(person), ...(withHashes ? writeOldPassword(person) : {}) }),
      isLeftOut: (person, kept) => !kept && (person.other ? !hasOwnPassword(person) : person.emailIsPlaceholder),
      isLater: later,
    }),
    exportedKind<Person>({
      kind: 'users',
      rows: (tx) => people(tx, 'accounts'),
      idOf: ({ id }) => id,
      path: ({ id }, old) => `users/${old('users', id)}`,
      document: writeUserDocument,
      isLeftOut: ({ version, other }, kept) => !kept && other?.rowVersion === version,
      isLater: later,
    }),
    exportedKind({
      kind: 'admins',
      rows: adminPages,
      idOf: ({ userId }) => userId,
      path: ({ userId }, old) => `admins/${old('users', userId)}`,
      document: writeAdminDocument,
    }),
    exportedKind({
      kind: 'invitations',
      rows: invitationPages,
      idOf: ({ userId }) => userId,
      path: ({ userId }, old) => `pendingInvitations/${old('users', userId)}`,
      document: writeInvitationDocument,
    }),
  ]
}

const hasOwnPassword = ({ passwordHash }: Person) => passwordHash !== null && !isBorrowed(passwordHash)

/** Erased people are not exported. */
async function* people(tx: Transaction, other: 'users' | 'accounts'): AsyncGenerator<Person[]> {
  for await (const rows of personPages(tx)) {
    const here = rows.filter(({ erasedAt }) => erasedAt === null)
    const others = await findKept(
      tx,
      other,
      here.map(({ id }) => id),
    )
    const found = await withMerchants(tx, here)
    yield found.map((person) => ({ ...person, other: others.get(person.id) }))
  }
}

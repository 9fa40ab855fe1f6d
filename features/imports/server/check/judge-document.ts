import {
  readAccountDocument,
  readAdminDocument,
  readInvitationDocument,
  readUserDocument,
  type AccountDocumentRow,
} from '@quaff/features/accounts/server'
import { readActivityDocument } from '@quaff/features/activity/server'
import { readBankDocument } from '@quaff/features/banking/server'
import { readLocationDocument } from '@quaff/features/locations/server'
import { readApplicationDocument, readMerchantDocument } from '@quaff/features/merchants/server'
import { readPlanDocument, readPriceDocument } from '@quaff/features/plans/server'
import { readPromotionDocument } from '@quaff/features/promotions/server'
import { readRedemptionDocument } from '@quaff/features/redemptions/server'
import { readSubscriptionDocument } from '@quaff/features/subscriptions/server'
import {
  contentOf,
  type DocumentMap,
  type DocumentValue,
  type SourceDocument,
} from '@quaff/platform/shared/documents/document-values'
import { type FieldProblem, idOf, type DocumentReading } from '@quaff/platform/shared/documents/read-fields'
import type { DocumentKind, RowKind } from '../../kinds-rules'
import type { Names } from './references'

/** The reader of each kind, from the feature that owns its table. */
const readers = {
  accounts: readAccountDocument,
  users: readUserDocument,
  admins: readAdminDocument,
  invitations: readInvitationDocument,
  merchants: readMerchantDocument,
  applications: readApplicationDocument,
  locations: readLocationDocument,
  plans: readPlanDocument,
  prices: readPriceDocument,
  promotions: readPromotionDocument,
  subscriptions: readSubscriptionDocument,
  redemptions: readRedemptionDocument,
  activity: readActivityDocument,
} satisfies Record<RowKind, (document: SourceDocument) => DocumentReading<object>>

export type Judged = {
  outcome: 'ready' | 'changed' | 'skipped'
  problems: readonly FieldProblem[]
  /** Other documents that this one names. */
  names: Names
  email: string | null
  /** Data that decides about access; null unless the document is an account, user or administrator. */
  person: {
    id: string
    claims: AccountDocumentRow['claims']
    role: string | null
    /** The role that an active person's own document names. */
    documentRole: string | null
    hasPassword: boolean | null
  } | null
}

/** Returns the outcome of a document on its own. */
export function judgeDocument(kind: RowKind, document: SourceDocument): Judged {
  const { row, problems } = readers[kind](document)
  const all = kind === 'merchants' ? [...problems, ...readBankDocument(document).problems] : problems
  const changed = all.some(({ level }) => level === 'changed') ? 'changed' : 'ready'
  const isPerson = kind === 'users' || kind === 'accounts'
  const details = { ...row } as RowDetails
  return {
    outcome: row === null ? 'skipped' : changed,
    problems: all,
    names: {
      merchantId: details.merchantId || null,
      userId: (!isPerson && details.userId) || null,
      ownerId: details.ownerId || null,
      planId: details.planId || null,
      locationId: details.locationId || null,
      subscriptionId: details.subscriptionId || null,
      merchantIds: [...(details.merchantIds ?? []), ...(details.claims?.merchantIds ?? [])],
    },
    email: isPerson ? (details.email ?? null) : null,
    person: isPerson || kind === 'admins' ? personOf(kind, idOf(document), details) : null,
  }
}

/** Columns that some of the rows have. */
type RowDetails = {
  merchantId?: string | null
  userId?: string | null
  ownerId?: string | null
  planId?: string | null
  locationId?: string | null
  subscriptionId?: string | null
  merchantIds?: readonly string[]
  email?: string | null
  role?: string
  status?: string
  claims?: AccountDocumentRow['claims']
  password?: object | null
}

function personOf(kind: RowKind, id: string, { role, status, claims = {}, password }: RowDetails): Judged['person'] {
  return {
    id,
    claims,
    role: kind === 'admins' ? (role ?? null) : null,
    documentRole: kind === 'users' && status === 'active' ? (role ?? null) : null,
    hasPassword: kind === 'accounts' ? password !== null : null,
  }
}

/** Returns the document itself, or a plan without its list of `prices`, followed by one document for each price. */
export function withEmbeddedPrices(kind: DocumentKind | null, document: SourceDocument): SourceDocument[] {
  if (kind !== 'plans') return [document]
  const { prices, ...data } = document.data
  const entries = pricesIn(prices)
  if (entries.length === 0) return [document]
  const documents = entries.map((entry, index) => {
    const id = typeof entry['id'] === 'string' && entry['id'] !== '' ? entry['id'] : `${idOf(document)}-${index + 1}`
    return { path: `${document.path}/prices/${id.replaceAll('/', '_')}`, data: entry }
  })
  return [{ ...document, data }, ...documents]
}

/** Returns nothing if any entry is not a map: the plan then keeps the list and is reported. */
function pricesIn(prices: DocumentValue | undefined) {
  if (!Array.isArray(prices)) return []
  const maps = prices.flatMap((entry: DocumentValue): DocumentMap[] => {
    const content = contentOf(entry)
    return content === null ? [] : [content]
  })
  return maps.length === prices.length ? maps : []
}

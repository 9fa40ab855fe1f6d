import { businessTypes } from '@quaff/features/merchants/contract'
import type { ApplicationStatus, MerchantStatus } from '@quaff/features/merchants/contract'
import type { merchants } from '@quaff/features/merchants/tables'
import { demoId } from './chance'
import type { Chance } from './chance'
import { cities, slug, streetAddress, venueName } from './names'

export type DemoMerchant = typeof merchants.$inferInsert & { currency: string; sells: boolean }

type Kind = {
  share: number
  status: MerchantStatus
  application: ApplicationStatus | null
  isLive: boolean
  sells: boolean
}

/** Shares of forty merchants; the rest are live. The first merchants are live and have the most sales. */
const kinds: Kind[] = [
  { share: 7, status: 'pending_review', application: 'submitted', isLive: false, sells: false },
  { share: 4, status: 'pending', application: 'pending_setup', isLive: false, sells: false },
  { share: 2, status: 'active', application: 'approved', isLive: false, sells: true },
  { share: 2, status: 'active', application: 'approved', isLive: true, sells: false },
  { share: 1, status: 'suspended', application: 'approved', isLive: false, sells: true },
  { share: 2, status: 'rejected', application: 'rejected', isLive: false, sells: false },
  { share: 1, status: 'archived', application: 'approved', isLive: false, sells: false },
]
const live: Kind = { share: 21, status: 'active', application: 'approved', isLive: true, sells: true }

const dayMs = 86_400_000

export function planMerchants(chance: Chance, now: Date, count: number): DemoMerchant[] {
  const others = kinds.flatMap((kind) => Array.from({ length: Math.round((kind.share * count) / 40) }, () => kind))
  const liveCount = Math.max(2, count - others.length)
  const all = [...Array.from({ length: liveCount }, () => live), ...others].slice(0, Math.max(count, 2))
  const seen = new Map<Kind, number>()
  return all.map((kind, index) => {
    const ofKind = seen.get(kind) ?? 0
    seen.set(kind, ofKind + 1)
    return buildMerchant(chance, now, { kind, index, ofKind })
  })
}

function buildMerchant(
  chance: Chance,
  now: Date,
  { kind, index, ofKind }: { kind: Kind; index: number; ofKind: number },
): DemoMerchant {
  const type = businessTypes[[0, 2, 0, 1, 5, 0, 3, 4, 6, 0, 7][index % 11] ?? 0] ?? 'coffee_shop'
  const name = venueName(index, type)
  const createdAt = new Date(now.getTime() - ageDays(chance, kind, ofKind) * dayMs)
  const statusChangedAt = new Date(
    createdAt.getTime() + (now.getTime() - createdAt.getTime()) * changedAfter(kind, ofKind),
  )
  const inSetup = kind.status === 'pending'
  const currency = currencyOf(kind, ofKind)
  return {
    id: demoId('mer', index + 1),
    name,
    description: `${name} serves the neighborhood from early morning.`,
    status: kind.status,
    statusChangedAt,
    needsReview: kind.status === 'pending_review',
    applicationStatus: requestsChanges(kind, ofKind) ? 'changes_requested' : kind.application,
    changeRequest: requestsChanges(kind, ofKind)
      ? {
          items: ['address', 'taxId'],
          note: 'The address is missing its street number.',
          requestedAt: statusChangedAt.toISOString(),
        }
      : null,
    applicationId: null,
    contactEmail: `hello@${slug(name)}.test`,
    contactPhone: inSetup ? null : `+1555${String(1_000_000 + index * 137).slice(0, 7)}`,
    website: inSetup ? null : `https://${slug(name)}.test`,
    businessType: type,
    businessName: `${name} Ltd`,
    taxId: inSetup || (kind.status === 'pending_review' && ofKind % 3 === 1) ? null : `12-${String(3_456_000 + index)}`,
    address: inSetup
      ? {}
      : { line1: streetAddress(chance), ...addressOf(currency, index), postalCode: String(94_100 + index) },
    timeZone: zoneOf(currency, index),
    isLive: kind.isLive,
    allowMultipleLocations: index % 4 !== 3,
    requireLocationCheck: index % 5 === 0,
    bankVerifiedAt: hasBankDetails(kind, ofKind) ? statusChangedAt : null,
    createdAt,
    updatedAt: editedAt(now, index) ?? statusChangedAt,
    currency,
    sells: kind.sells,
  }
}

/** The two merchants with the most sales were edited this week. */
function editedAt(now: Date, index: number) {
  const hoursAgo = [150, 31][index]
  return hoursAgo === undefined ? null : new Date(now.getTime() - hoursAgo * 3_600_000)
}

function ageDays(chance: Chance, kind: Kind, ofKind: number) {
  if (kind.status === 'pending_review') return 0.02 + (ofKind % 7) * 0.98 + chance.next() * 0.02
  if (kind.status === 'pending') return 1 + ofKind * 3 + chance.next()
  if (isNew(kind)) return 9 + ofKind
  return 420 + chance.next() * 200
}

/** Approved this week: live, but without sales. */
const isNew = (kind: Kind) => kind.status === 'active' && !kind.sells

/** Returns the share of its age after which a merchant got its status. */
function changedAfter(kind: Kind, ofKind: number) {
  if (isNew(kind)) return ofKind % 2 === 0 ? 0.998 : 0.8
  return kind.status === 'pending_review' ? 0.1 : 0.05
}

function currencyOf(kind: Kind, ofKind: number) {
  if (kind !== live) return 'usd'
  if (ofKind % 9 === 4) return 'eur'
  return ofKind % 9 === 7 ? 'gbp' : 'usd'
}

/** One live merchant has sold for a long time but never entered bank details. */
function hasBankDetails(kind: Kind, ofKind: number) {
  if (kind === live) return ofKind !== 6
  return kind.status === 'active' || ofKind % 2 === 0
}

function addressOf(currency: string, index: number) {
  if (currency === 'eur') return cities[3]
  if (currency === 'gbp') return cities[4]
  return cities[index % 3] ?? cities[0]
}

/** Null, as for most merchants: the platform's zone. */
function zoneOf(currency: string, index: number) {
  if (currency === 'eur') return 'Europe/Berlin'
  if (currency === 'gbp') return 'Europe/London'
  return index === 5 ? 'America/New_York' : null
}

/** One merchant in setup was reviewed before and sent back. */
const requestsChanges = (kind: Kind, ofKind: number) => kind.status === 'pending' && ofKind === 1

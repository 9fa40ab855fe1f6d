import { insertLinkRow } from '@quaff/features/affiliates/testing/link-factory'
import type { Services } from '@quaff/platform/server'
import { rateLimits } from '@quaff/platform/server/tables'
import { merchantOf, type Ownership } from '../../actor-kinds'
import { everybody, perOwnership, signedIn, strangers, type Endpoint } from '../../endpoint'

const signedOut = strangers('UNAUTHORIZED')
const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')
const readers = {
  ...signedOut,
  customRole: 'FORBIDDEN',
  viewerOwn: ownOnly,
  viewerNone: nowhere,
  ownerOfOne: ownOnly,
  ownerOfTwo: ownOnly,
  admin: wherever,
} as const satisfies Endpoint['expected']
const editors = { ...readers, viewerOwn: 'FORBIDDEN', viewerNone: 'FORBIDDEN' } as const satisfies Endpoint['expected']

/** A filter by a merchant that one does not have is not found; one that is gone holds nothing. */
const filtered = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'empty')
const summed = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'ok')

async function linkOf(services: Services, row: Ownership) {
  if (row === 'missing' || row === 'deleted') return { linkId: 'lnk_missing', version: 1 }
  const { id: linkId, version } = await insertLinkRow(services, { merchantId: merchantOf[row] })
  return { linkId, version }
}

const draft = (services: Services, row: Ownership) => ({
  name: 'Table tent',
  slug: services.ids
    .newId('t')
    .replaceAll(/[^a-z0-9]/gi, '')
    .toLowerCase(),
  code: services.ids
    .newId('T')
    .replaceAll(/[^A-Z0-9]/gi, '')
    .toUpperCase()
    .slice(0, 32),
  destination: 'home',
  merchantId: merchantOf[row],
})

export const affiliateEndpoints: Record<string, Endpoint> = {
  'affiliates.click': {
    async input(services) {
      // All cases come from one network.
      await services.db.delete(rateLimits)
      return { code: 'UNKNOWN' }
    },
    expected: everybody('ok'),
  },
  'affiliates.list': {
    hasId: true,
    async input(services, row) {
      await linkOf(services, row)
      return { merchantId: merchantOf[row] }
    },
    expected: {
      ...readers,
      viewerOwn: filtered,
      ownerOfOne: filtered,
      ownerOfTwo: filtered,
      admin: perOwnership('ok', 'ok', 'empty', 'empty'),
    },
  },
  'affiliates.totals': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row] }),
    expected: { ...readers, viewerOwn: summed, ownerOfOne: summed, ownerOfTwo: summed, admin: 'ok' },
  },
  'affiliates.get': {
    hasId: true,
    input: async (services, row) => ({ linkId: (await linkOf(services, row)).linkId }),
    expected: readers,
  },
  'affiliates.days': {
    hasId: true,
    input: async (services, row) => ({ linkId: (await linkOf(services, row)).linkId }),
    expected: readers,
  },
  'affiliates.check': {
    input: () => ({ slug: 'table-12' }),
    expected: { ...signedOut, ...signedIn('FORBIDDEN'), ownerOfOne: 'ok', ownerOfTwo: 'ok', admin: 'ok' },
  },
  'affiliates.create': { hasId: true, input: draft, expected: editors },
  'affiliates.update': {
    hasId: true,
    input: async (services, row) => {
      const { code: _, merchantId: __, ...fields } = draft(services, row)
      return { ...fields, ...(await linkOf(services, row)) }
    },
    expected: editors,
  },
  'affiliates.setArchived': {
    hasId: true,
    input: async (services, row) => ({ ...(await linkOf(services, row)), archived: true }),
    expected: editors,
  },
}

export const affiliateFileEndpoints: Record<string, Endpoint> = {
  'affiliates-export': {
    hasId: true,
    input: (_, row) => ({ format: 'csv', filter: { merchantId: merchantOf[row] } }),
    // A file without rows has its header.
    expected: { ...readers, viewerOwn: summed, ownerOfOne: summed, ownerOfTwo: summed, admin: 'ok' },
  },
}

import { eq } from 'drizzle-orm'
import { brandImages } from '@quaff/features/branding/tables'
import { insertBrandImage } from '@quaff/features/branding/testing/brand-image-factory'
import { merchants } from '@quaff/features/merchants/tables'
import type { Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../actor-kinds'
import { perOwnership, strangers, type Endpoint } from '../endpoint'

const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')

const readers = {
  ...strangers('UNAUTHORIZED'),
  customRole: 'FORBIDDEN',
  viewerOwn: ownOnly,
  viewerNone: nowhere,
  ownerOfOne: ownOnly,
  ownerOfTwo: ownOnly,
  admin: wherever,
} as const
const changers = { ...readers, viewerOwn: 'FORBIDDEN', viewerNone: 'FORBIDDEN' } as const

/** A logo of that merchant and nothing else; merchants that are not there have none. */
async function onlyLogo(services: Services, row: Ownership, removed: boolean): Promise<string> {
  const merchantId = merchantOf[row]
  if (row === 'missing' || row === 'deleted') return 'none'
  await services.db.delete(brandImages).where(eq(brandImages.merchantId, merchantId))
  await services.db.update(merchants).set({ brandingLogoUrl: null }).where(eq(merchants.id, merchantId))
  const removedAt = removed ? services.clock.now() : null
  return (await insertBrandImage(services, { merchantId, removedAt })).id
}

export const brandingEndpoints = {
  'branding.get': { hasId: true, input: (_, row) => ({ merchantId: merchantOf[row] }), expected: readers },
  'branding.remove': {
    hasId: true,
    input: async (services, row) => ({
      merchantId: merchantOf[row],
      kind: 'logo',
      version: await onlyLogo(services, row, false),
    }),
    expected: changers,
  },
  'branding.restore': {
    hasId: true,
    async input(services, row) {
      await onlyLogo(services, row, true)
      return { merchantId: merchantOf[row], kind: 'logo' }
    },
    expected: changers,
  },
} satisfies Record<string, Endpoint>

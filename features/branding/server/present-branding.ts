import { logoOf } from '@quaff/features/merchants/rules'
import type { OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { brandFilePath, uploadLimits, type BrandImageKind, type Branding, type BrandSlot } from '../contract'
import { lockedRefusal, type SeenImage } from '../rules'
import { getBrandedMerchant, listLatestImages, type BrandedMerchant, type StoredBrandImage } from './branding-store'

export type BrandState = { merchant: BrandedMerchant; images: readonly StoredBrandImage[]; now: Date }

export async function readBrandState(db: Queryable, scope: OneMerchant, now: Date): Promise<BrandState> {
  const merchant = await getBrandedMerchant(db, scope)
  const images = await listLatestImages(db, scope, new Date(now.getTime() - uploadLimits.undoMs))
  return { merchant, images, now }
}

export function presentBranding(state: BrandState): Branding {
  const { merchant } = state
  return {
    merchantId: merchant.id,
    merchantName: merchant.name || 'Unknown Merchant',
    shownLogoUrl: logoOf(merchant),
    logo: presentSlot(state, 'logo'),
    mark: presentSlot(state, 'mark'),
    updatedAt: merchant.brandingUpdatedAt,
    lockedReason: lockedRefusal(merchant.status)?.message ?? null,
  }
}

/** What is in use at a place now; null when it is empty. */
export function imageInUse(
  { merchant, images }: BrandState,
  kind: BrandImageKind,
): (SeenImage & { url: string }) | null {
  const url = kind === 'logo' ? merchant.brandingLogoUrl : merchant.brandingLogoMarkUrl
  if (!url) return null
  const row = images.find((image) => image.removedAt === null && image.kind === kind && urlOf(image) === url)
  return { url, version: row?.id ?? linkedVersion, uploadedBy: row?.uploadedBy ?? null }
}

export function lastRemoved({ images }: BrandState, kind: BrandImageKind): StoredBrandImage | undefined {
  return images.find((image) => image.kind === kind && image.removedAt !== null)
}

export const urlOf = ({ storageKey }: { storageKey: string }) => `${brandFilePath}/${storageKey}`
export const emptyVersion = 'none'
/** An address that came with imported data: there is no row of ours behind it. */
const linkedVersion = 'linked'

function presentSlot(state: BrandState, kind: BrandImageKind): BrandSlot {
  const current = imageInUse(state, kind)
  const row = state.images.find((image) => image.id === current?.version)
  const removedAt = lastRemoved(state, kind)?.removedAt
  return {
    url: current?.url ?? null,
    version: current?.version ?? emptyVersion,
    width: row?.width ?? null,
    height: row?.height ?? null,
    byteSize: row?.byteSize ?? null,
    uploadedAt: row?.storedAt ?? null,
    restorableUntil: current || !removedAt ? null : new Date(removedAt.getTime() + uploadLimits.undoMs),
  }
}

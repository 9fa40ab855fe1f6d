import { logoOf } from '@quaff/features/merchants/rules'
import { type OneMerchant, scopeToMerchant } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  platformRefusals,
  type Queryable,
  refuse,
  type Services,
} from '@quaff/platform/server'
import { brandFilePath, type BrandImageKind, type Branding, type BrandSlot, uploadLimits } from '../contract'
import { brandingPermissions } from '../permissions'
import { lockedRefusal, type SeenImage } from '../rules'
import {
  type BrandedMerchant,
  findImageInUse,
  getBrandedMerchant,
  listLatestImages,
  type StoredBrandImage,
} from './branding-store'
import { fileKey } from './store-file'

export async function getBranding(ctx: Context, { merchantId }: { merchantId: string }): Promise<Branding> {
  const actor = authorize(ctx.actor, brandingPermissions, 'branding.get')
  return presentBranding(await readBrandState(ctx.db, scopeToMerchant(actor, merchantId), ctx.clock.now()))
}

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

/** Returns the current image of a slot; null if empty. */
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
const emptyVersion = 'none'

/** The version of an imported URL that has no image row. */
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

type BrandFile = { bytes: Uint8Array; contentType: string; fileName: string }

const keyPattern = /^[0-9a-f]{64}\.webp$/

/** Serves a logo in use to any caller, because it is on public pages. Returns null for every other key. @throws FILE_STORE */
export async function readBrandFile(services: Services, storageKey: string): Promise<BrandFile | null> {
  if (!keyPattern.test(storageKey)) return null
  const image = await findImageInUse(services.db, storageKey)
  if (!image) return null
  const bytes = await services.files.get(fileKey(storageKey)).catch((error: unknown) => {
    services.log.error('brand_image_not_read', {
      imageId: image.id,
      error: error instanceof Error ? error.name : 'unknown',
    })
    throw refuse(platformRefusals, 'FILE_STORE', 'Couldn’t load the image. Try again in a few minutes.')
  })
  if (!bytes) {
    services.log.error('brand_image_missing', { imageId: image.id })
    return null
  }
  return { bytes, contentType: image.contentType, fileName: `${image.kind}.webp` }
}

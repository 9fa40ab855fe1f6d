import type { BrandImageKind } from '@quaff/features/branding/contract'
import type { PictureLink, PlacedPicture, StoredObject } from './report-contract'

type Shape = { pattern: RegExp; isEncoded: boolean }

/** URLs of the old storage with bucket and path, and plain paths as our export and some clients write them. */
const shapes: readonly Shape[] = [
  { pattern: /^https?:\/\/[^/]+\/v0\/b\/(?<bucket>[^/]+)\/o\/(?<path>[^/?#]+)/, isEncoded: true },
  { pattern: /^gs:\/\/(?<bucket>[^/]+)\/(?<path>.+)$/, isEncoded: false },
  {
    pattern: /^https?:\/\/storage\.(?:googleapis|cloud\.google)\.com\/(?<bucket>[^/]+)\/(?<path>[^?#]+)/,
    isEncoded: true,
  },
  { pattern: /^https?:\/\/(?<bucket>[^/]+)\.storage\.googleapis\.com\/(?<path>[^?#]+)/, isEncoded: true },
  { pattern: /^\/files\/(?<path>brand\/[^/?#]+)$/, isEncoded: false },
  { pattern: /^\/?(?<path>[^/:?#][^:?#]*\.(?:png|jpe?g|webp|svg|gif))$/i, isEncoded: false },
]

/** Returns the file of the old storage that a URL points to, or null for other URLs. */
export function objectOf(address: string): StoredObject | null {
  for (const { pattern, isEncoded } of shapes) {
    const { path, bucket = null } = pattern.exec(address)?.groups ?? {}
    if (path !== undefined) return asObject(bucket, isEncoded ? decoded(path) : path)
  }
  return null
}

/** Rejects names that lead out of a folder or that no file can have. */
function asObject(bucket: string | null, path: string): StoredObject | null {
  const names = [...(bucket === null ? [] : [bucket]), ...path.split('/')]
  const isFine = names.every((name) => name !== '' && name !== '.' && name !== '..' && !/\p{Cc}|\\/u.test(name))
  return isFine ? { bucket, path } : null
}

/** Returns malformed text unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Picture URLs of a merchant's row, as its document gave them. */
export type PictureAddresses = {
  logoUrl?: string | null | undefined
  brandingLogoUrl?: string | null | undefined
  brandingLogoMarkUrl?: string | null | undefined
}

/** Columns of a picture, in order of precedence. */
const places = {
  logo: [
    ['branding.logoUrl', 'brandingLogoUrl'],
    ['logoUrl', 'logoUrl'],
  ],
  mark: [['branding.logoMarkUrl', 'brandingLogoMarkUrl']],
} as const satisfies Record<BrandImageKind, readonly (readonly [string, keyof PictureAddresses])[]>

/** The column with the URL of the picture in use. */
export const slotColumns = { logo: 'brandingLogoUrl', mark: 'brandingLogoMarkUrl' } as const satisfies Record<
  BrandImageKind,
  keyof PictureAddresses
>

/** Returns the merchant's pictures in the old storage. All other URLs stay unchanged. */
export function linksOf(addresses: PictureAddresses): PictureLink[] {
  return (['logo', 'mark'] as const).flatMap((slot): PictureLink[] => {
    const [field, column] = places[slot].find(([, one]) => addresses[one]) ?? places[slot][0]
    const address = addresses[column]
    const object = address ? objectOf(address) : null
    return address && object ? [{ slot, field, address, object, was: addresses[slotColumns[slot]] || null }] : []
  })
}

/** Identifies a picture by merchant and slot. No collection of the old system can have this name. */
export const picturePath = (merchantPath: string, slot: BrandImageKind) =>
  `__pictures__/${merchantPath.slice(merchantPath.indexOf('/') + 1)}:${slot}`

/** Returns the document path of the picture's merchant. */
export const venueOf = (path: string) => `merchants/${path.slice('__pictures__/'.length, path.lastIndexOf(':'))}`

export type PictureDetails = {
  /** The picture of an earlier import, if any. */
  known: (PlacedPicture & { sourceHash: string }) | null
  /** The current URL, and if it is an uploaded image. */
  address: string | null
  isImage: boolean
}

/**
 * Decides the outcome of a picture. It replaces the document's URL or the earlier picture; an upload or removal here
 * wins.
 */
export function decidePicture(
  { known, address, isImage }: PictureDetails,
  { sourceHash, was }: { sourceHash: string; was: string | null },
): 'created' | 'updated' | 'same' | 'kept' {
  if (known && known.image === address)
    return known.sourceHash === sourceHash || known.drawnHash === sourceHash ? 'same' : 'updated'
  if (isImage || address !== was) return 'kept'
  if (!known) return 'created'
  // A changed document has restored its own URL. If it has none, the slot was emptied here.
  return was === null ? 'kept' : 'updated'
}

/** Returns the file name in an export, to which the document's URL points. */
export const exportedName = ({ bucket, path }: StoredObject) => `storage/${bucket === null ? '' : `${bucket}/`}${path}`

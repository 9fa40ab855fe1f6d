import type { BrandImageKind } from '@quaff/features/branding/contract'
import type { PictureLink, PlacedPicture, StoredObject } from './report-contract'

type Shape = { pattern: RegExp; isEncoded: boolean }

/** Bucket and path of the old storage's addresses, and paths alone: of our own export, and as some clients store them. */
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

/** The file of the old storage that an address leads to; null of any other address. */
export function objectOf(address: string): StoredObject | null {
  for (const { pattern, isEncoded } of shapes) {
    const { path, bucket = null } = pattern.exec(address)?.groups ?? {}
    if (path !== undefined) return asObject(bucket, isEncoded ? decoded(path) : path)
  }
  return null
}

/** Names that lead out of a folder, or that no file can have, name no file. */
function asObject(bucket: string | null, path: string): StoredObject | null {
  const names = [...(bucket === null ? [] : [bucket]), ...path.split('/')]
  const isFine = names.every((name) => name !== '' && name !== '.' && name !== '..' && !/\p{Cc}|\\/u.test(name))
  return isFine ? { bucket, path } : null
}

/** The text itself where it is no encoded one. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Addresses of pictures as a merchant's row has them from its document. */
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

/** Pictures of a venue that lie in the old storage; an address of anywhere else stays what it is. */
export function linksOf(addresses: PictureAddresses): PictureLink[] {
  return (['logo', 'mark'] as const).flatMap((slot): PictureLink[] => {
    const [field, column] = places[slot].find(([, one]) => addresses[one]) ?? places[slot][0]
    const address = addresses[column]
    const object = address ? objectOf(address) : null
    return address && object ? [{ slot, field, address, object, was: addresses[slotColumns[slot]] || null }] : []
  })
}

/** A picture is known by its venue and place. No collection of the old system can be called so. */
export const picturePath = (merchantPath: string, slot: BrandImageKind) =>
  `__pictures__/${merchantPath.slice(merchantPath.indexOf('/') + 1)}:${slot}`

/** The document of the venue by the path of its picture. */
export const venueOf = (path: string) => `merchants/${path.slice('__pictures__/'.length, path.lastIndexOf(':'))}`

export type PictureFacts = {
  /** The picture of an earlier import, if any. */
  known: (PlacedPicture & { sourceHash: string }) | null
  /** The current URL, and whether it is an image of ours. */
  address: string | null
  isImage: boolean
}

/**
 * What becomes of a picture. It takes a place that still says what the document said, or holds the picture that came before;
 * what was uploaded or removed here stays as it is here.
 */
export function decidePicture(
  { known, address, isImage }: PictureFacts,
  { sourceHash, was }: { sourceHash: string; was: string | null },
): 'created' | 'updated' | 'same' | 'kept' {
  if (known && known.image === address)
    return known.sourceHash === sourceHash || known.drawnHash === sourceHash ? 'same' : 'updated'
  if (isImage || address !== was) return 'kept'
  if (!known) return 'created'
  // A document that came anew has put its own address there; an empty place was emptied here.
  return was === null ? 'kept' : 'updated'
}

/** The file of an export: where the document's address leads. */
export const exportedName = ({ bucket, path }: StoredObject) => `storage/${bucket === null ? '' : `${bucket}/`}${path}`

import type { BrandImageKind } from '@quaff/features/branding/contract'
import type { PictureFault } from './report-contract'

/** A file of the old system's storage; null where the address does not say the bucket. */
export type StoredObject = { bucket: string | null; path: string }

/** What a venue's document says of one of its two pictures. */
export type PictureLink = {
  slot: BrandImageKind
  /** "branding.logoUrl" */
  field: string
  address: string
  object: StoredObject
  /** What the document says of the place itself; null where another field names the picture. */
  was: string | null
}

/** A picture on its way: drawn anew from its file, or the reason why it is not. */
export type Picture = PictureLink & { merchantPath: string } & (PictureFile | { fault: PictureFault })
export type PictureFile = {
  /** SHA-256 of the file that was brought. */
  sourceHash: string
  /** Of what was drawn from it, as Base64. */
  bytes: string
  width: number
  height: number
}

/** What an import notes of a picture that it has put into a place. */
export type PlacedPicture = {
  was: string | null
  /** Our address of it. */
  image: string
  /** SHA-256 of what was drawn: an export of ours brings that back. */
  drawnHash: string
  object: StoredObject
}

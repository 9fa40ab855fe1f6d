import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

/** The logo appears next to the merchant's name; the mark is its square form for small placements. */
export const brandImageKinds = ['logo', 'mark'] as const
export type BrandImageKind = (typeof brandImageKinds)[number]

/** The accepted upload types. Stored images are always re-encoded as WebP. */
export const brandImageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

export const brandImageLimits = {
  maxBytes: 2 * 1024 * 1024,
  /** Pixels of one side of what is sent. */
  maxSide: 4096,
  minSide: 32,
  /** Maximum length of a logo's longer side, in pixels. Smaller images are not enlarged. */
  logoSide: 1024,
  markSide: 512,
} as const

export const uploadLimits = {
  /** Spec §9: uploads are given up after ten minutes. */
  timeoutMs: 10 * 60_000,
  undoMs: 24 * 60 * 60_000,
} as const

export const brandUploadPath = '/api/files/brand-image'
export const brandFilePath = '/files/brand'

const kind = z.enum(brandImageKinds)
/** An opaque version of the image that the caller saw, from `branding.get`. */
const version = z.string().min(1).max(80)
const pixels = z.coerce.number().pipe(z.int().min(0).max(brandImageLimits.maxSide)).optional()

/** The text fields of the upload form; the file follows them as its last part. The crop is in pixels of the upright image. */
export const uploadBrandImageInput = z
  .strictObject({ merchantId: idSchema, kind, version, cropX: pixels, cropY: pixels, cropSize: pixels })
  .refine(
    ({ cropX, cropY, cropSize }) => new Set([cropX, cropY, cropSize].map((value) => value === undefined)).size === 1,
    'Send all of cropX, cropY and cropSize, or none.',
  )
export type UploadBrandImageInput = z.infer<typeof uploadBrandImageInput>

export const brandSlotSchema = z.object({
  /** Root-relative; null when there is none. */
  url: z.string().nullable(),
  version: z.string(),
  /** Null for an image that was not uploaded here. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  byteSize: z.int().nullable(),
  uploadedAt: z.date().nullable(),
  /** End of the time in which the last removed image can be restored; null if there is an image or none to restore. */
  restorableUntil: z.date().nullable(),
})
export type BrandSlot = z.infer<typeof brandSlotSchema>

export const brandingSchema = z.object({
  merchantId: z.string(),
  merchantName: z.string(),
  /** The logo in switchers and lists (spec §3, "Current merchant selection"). */
  shownLogoUrl: z.string().nullable(),
  logo: brandSlotSchema,
  mark: brandSlotSchema,
  updatedAt: z.date().nullable(),
  /** The reason why branding is locked. Null if it may be changed. */
  lockedReason: z.string().nullable(),
})
export type Branding = z.infer<typeof brandingSchema>

const merchant = z.strictObject({ merchantId: idSchema })
export const removeBrandImageInput = merchant.extend({ kind, version })
export type RemoveBrandImageInput = z.infer<typeof removeBrandImageInput>
export const restoreBrandImageInput = merchant.extend({ kind })
export type RestoreBrandImageInput = z.infer<typeof restoreBrandImageInput>

const get = route('GET', 'Branding')
const post = route('POST', 'Branding')

export const brandingContract = {
  get: get('/merchants/{merchantId}/branding', 'Logo and mark').input(merchant).output(brandingSchema),
  remove: post('/merchants/{merchantId}/branding/remove', 'Remove an image')
    .input(removeBrandImageInput)
    .output(brandingSchema),
  /** Undoes the last removal, within 24 hours and while the place is empty. */
  restore: post('/merchants/{merchantId}/branding/restore', 'Restore an image')
    .input(restoreBrandImageInput)
    .output(brandingSchema),
}

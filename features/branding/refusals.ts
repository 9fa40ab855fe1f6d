import type { Refusals } from '@quaff/platform/shared/refusal'
import { brandImageLimits, type BrandImageKind } from './contract'

const typeMessages = {
  svg: 'SVG files aren’t accepted because they can contain scripts. Export the image as PNG.',
  gif: 'GIF files aren’t accepted. Save the image as PNG.',
  heic: 'HEIC and AVIF photos aren’t accepted. Save the image as JPEG.',
  pdf: 'This is a PDF. Export it as PNG.',
  unknown: 'This file isn’t a PNG, JPEG or WebP image. Choose another file.',
}

const { maxSide, minSide } = brandImageLimits
const dimensions = (width: number, height: number) =>
  `The image is ${width} × ${height} pixels. Each side ${
    Math.max(width, height) > maxSide
      ? `can be up to ${maxSide}. Upload a smaller image.`
      : `must be at least ${minSide}. Upload a larger image.`
  }`

const damaged = 'This image is damaged or incomplete. Save it again as PNG or JPEG and upload that file.'
const outside = 'The crop area is outside the image. Choose it again.'

/** Applies to every image upload. */
export const imageRefusals = {
  IMAGE_EMPTY: { code: 'BAD_REQUEST', text: 'This file is empty. Choose another file.', field: 'file' },
  IMAGE_TYPE: { code: 'BAD_REQUEST', text: (format: keyof typeof typeMessages) => typeMessages[format], field: 'file' },
  IMAGE_TOO_LARGE: { code: 'BAD_REQUEST', text: (sentence: string) => sentence, field: 'file' },
  IMAGE_DIMENSIONS: { code: 'BAD_REQUEST', text: dimensions, field: 'file' },
  IMAGE_DAMAGED: { code: 'BAD_REQUEST', text: damaged, field: 'file' },
  IMAGE_CROP: { code: 'BAD_REQUEST', text: outside },
} as const satisfies Refusals

const locked = (state: string) => `This merchant ${state}. Restore it to change its branding.`
const replaced = (kind: BrandImageKind) => `A new ${kind} is in use. Remove it first to restore the old one.`
const tooSlow = 'The upload took too long. Try again.'

export const brandingRefusals = {
  MERCHANT_STATE: { code: 'CONFLICT', text: locked },
  EMPTY: { code: 'CONFLICT', text: (kind: BrandImageKind) => `The ${kind} was already removed.` },
  NOTHING_REMOVED: { code: 'CONFLICT', text: 'Nothing to restore. Removed images are available for 24 hours.' },
  REPLACED: { code: 'CONFLICT', text: replaced },
  UPLOAD_TIMEOUT: { code: 'CONFLICT', text: tooSlow },
  CANCELLED: { code: 'BAD_REQUEST', text: 'Upload canceled. Choose the image again.' },
} as const satisfies Refusals

import type { Refusals } from '@quaff/platform/shared/refusal'
import { brandImageLimits, type BrandImageKind } from './contract'

const typeTexts = {
  svg: 'SVG files can hold programs and are not accepted. Export the image as PNG and upload that.',
  gif: 'GIF files are not accepted. Save the image as PNG and upload that.',
  heic: 'HEIC and AVIF photos are not accepted. Save the image as JPEG and upload that.',
  pdf: 'This is a PDF, not an image. Export it as PNG and upload that.',
  unknown: 'This file is not a PNG, JPEG or WebP image. Choose another file.',
}

const { maxSide, minSide } = brandImageLimits
const dimensions = (width: number, height: number) =>
  `The image is ${width} × ${height} pixels. Each side ${
    Math.max(width, height) > maxSide
      ? `may have at most ${maxSide}. Make it smaller and upload it again.`
      : `needs at least ${minSide}. Upload a larger one.`
  }`

const damaged = 'The image is damaged or incomplete and cannot be read. Save it again as PNG or JPEG and upload that.'
const outside = 'The chosen square is not inside the image. Choose it again.'

/** Of any picture, whoever takes it. */
export const imageRefusals = {
  IMAGE_EMPTY: { code: 'BAD_REQUEST', text: 'This file is empty. Choose another file.', field: 'file' },
  IMAGE_TYPE: { code: 'BAD_REQUEST', text: (format: keyof typeof typeTexts) => typeTexts[format], field: 'file' },
  IMAGE_TOO_LARGE: { code: 'BAD_REQUEST', text: (sentence: string) => sentence, field: 'file' },
  IMAGE_DIMENSIONS: { code: 'BAD_REQUEST', text: dimensions, field: 'file' },
  IMAGE_DAMAGED: { code: 'BAD_REQUEST', text: damaged, field: 'file' },
  IMAGE_CROP: { code: 'BAD_REQUEST', text: outside },
} as const satisfies Refusals

const locked = (state: string) => `This merchant ${state}. Restore it before you change its branding.`
const replaced = (kind: BrandImageKind) => `A new ${kind} is in use. Remove it first to put the old one back.`
const tooSlow = 'The upload took too long. Nothing was changed. Upload it again.'

export const brandingRefusals = {
  MERCHANT_STATE: { code: 'CONFLICT', text: locked },
  EMPTY: { code: 'CONFLICT', text: (kind: BrandImageKind) => `There is no ${kind} to remove any more.` },
  NOTHING_REMOVED: { code: 'CONFLICT', text: 'There is nothing to put back: images are kept for 24 hours.' },
  REPLACED: { code: 'CONFLICT', text: replaced },
  UPLOAD_TIMEOUT: { code: 'CONFLICT', text: tooSlow },
  CANCELLED: { code: 'BAD_REQUEST', text: 'The upload was canceled. Nothing was changed.' },
} as const satisfies Refusals

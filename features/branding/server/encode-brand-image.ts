import type { Sharp } from 'sharp'
import { type Refusal, refuse } from '@quaff/platform/server'
import { brandImageLimits, type BrandImageKind } from '../contract'
import { imageRefusals } from '../refusals'
import { centredCrop, formatOf, isInside, judgeFile, refuseDimensions, type Area, type Crop } from '../rules'

export const keptContentType = 'image/webp'
const quality = 90
const decodeSeconds = 20
const mostPixels = brandImageLimits.maxSide ** 2
const formats = ['png', 'jpeg', 'webp'] as const

export type EncodedImage = { bytes: Uint8Array; width: number; height: number }

/**
 * Decodes an image and encodes it again: upright, sRGB, first frame, no metadata. No original bytes remain;
 * incomplete files and formats other than PNG, JPEG and WebP are refused.
 */
export async function encodeBrandImage(
  bytes: Uint8Array,
  { kind, crop }: { kind: BrandImageKind; crop: Crop | null },
): Promise<EncodedImage> {
  const { drawn, area } = await readImage(bytes, judgeFile({ byteSize: bytes.length, head: bytes }))
  return draw(kind === 'mark' ? cutSquare(drawn, area, crop) : shrink(drawn, brandImageLimits.logoSide))
}

/** The same for a picture of any other kind, of at most `maxBytes`; its longer side becomes `side` pixels at most. */
export async function encodePhoto(
  bytes: Uint8Array,
  { maxBytes, tooLarge, side }: { maxBytes: number; tooLarge: string; side: number },
): Promise<EncodedImage> {
  const refusal = judgeFile({ byteSize: bytes.length, head: bytes }, { maxBytes, tooLarge })
  const { drawn } = await readImage(bytes, refusal)
  return draw(shrink(drawn, side))
}

async function readImage(bytes: Uint8Array, refusal: Refusal | null): Promise<{ drawn: Sharp; area: Area }> {
  if (refusal) throw refusal
  const area = await readArea(bytes)
  return { drawn: (await openImage(bytes, mostPixels)).autoOrient().toColourspace('srgb'), area }
}

async function draw(shaped: Sharp): Promise<EncodedImage> {
  try {
    const { data, info } = await shaped
      .webp({ quality, alphaQuality: 100, smartSubsample: true })
      .timeout({ seconds: decodeSeconds })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    throw refuse(imageRefusals, 'IMAGE_DAMAGED')
  }
}

/** Reads the upright size from the header without a limit, so an oversized image is not reported as damaged. */
async function readArea(bytes: Uint8Array): Promise<Area> {
  const { format, autoOrient } = await (await openImage(bytes, false)).metadata().catch(() => {
    throw refuse(imageRefusals, 'IMAGE_DAMAGED')
  })
  if (!formats.some((existing) => existing === format) || format !== formatOf(bytes))
    throw refuse(imageRefusals, 'IMAGE_DAMAGED')
  const { width, height } = autoOrient
  const refusal = refuseDimensions(width, height)
  if (refusal) throw refusal
  return { width, height }
}

function shrink(image: Sharp, side: number) {
  return image.resize(side, side, { fit: 'inside', withoutEnlargement: true })
}

function cutSquare(image: Sharp, area: Area, crop: Crop | null) {
  if (crop && !isInside(crop, area)) throw refuse(imageRefusals, 'IMAGE_CROP')
  const { x, y, size } = crop ?? centredCrop(area)
  const { markSide } = brandImageLimits
  return image.extract({ left: x, top: y, width: size, height: size }).resize(markSide, markSide)
}

async function openImage(bytes: Uint8Array, limitInputPixels: number | false) {
  const sharp = await loadSharp()
  return sharp(bytes, { limitInputPixels, sequentialRead: true, failOn: 'warning', pages: 1 })
}

let loading: ReturnType<typeof prepareSharp> | undefined

/** Loaded with the first upload: the library takes a while, and most starts never need it. */
function loadSharp() {
  loading ??= prepareSharp()
  return loading
}

async function prepareSharp() {
  const { default: sharp } = await import('sharp')
  // Everything but these three readers is shut: no SVG, PDF or camera format is ever parsed.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

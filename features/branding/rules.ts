import { refuse, type Refusal } from '@quaff/platform/shared/refusal'
import { brandImageLimits } from './contract'
import { brandingRefusals, imageRefusals } from './refusals'

/** Why the branding of a merchant in this state cannot be changed; null when it can. */
export function lockedRefusal(status: string): Refusal | null {
  if (status === 'archived') return refuse(brandingRefusals, 'MERCHANT_STATE', 'is archived')
  return status === 'rejected' ? refuse(brandingRefusals, 'MERCHANT_STATE', 'was rejected') : null
}

export type SeenImage = { version: string; uploadedBy: string | null }

/**
 * Returns true if an upload would replace an image that its uploader has not seen. An empty slot loses nothing, and
 * of two uploads by one user the last wins.
 */
export function isOvertaken(seenVersion: string, current: SeenImage | null, uploaderId: string): boolean {
  return current !== null && current.version !== seenVersion && current.uploadedBy !== uploaderId
}

export type FileFormat = 'png' | 'jpeg' | 'webp' | 'svg' | 'gif' | 'heic' | 'pdf' | 'unknown'

/** Detects the format from the first 512 bytes or more; name and declared type are the sender's and prove nothing. */
export function formatOf(head: Uint8Array): FileFormat {
  const text = String.fromCharCode(...head.subarray(0, 512))
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (text.startsWith('%PDF-')) return 'pdf'
  if (/^....ftyp(hei|hev|mif|msf|avi)/s.test(text)) return 'heic'
  if (/<svg[\s>:]/i.test(text.replaceAll('\u0000', ''))) return 'svg'
  return 'unknown'
}

/** Validates a file before it is decoded. The console checks before sending, the server always. */
export function judgeFile(
  { byteSize, head }: { byteSize: number; head: Uint8Array },
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: string } = brandFileLimit,
): Refusal | null {
  if (byteSize === 0) return refuse(imageRefusals, 'IMAGE_EMPTY')
  const format = formatOf(head)
  if (format !== 'png' && format !== 'jpeg' && format !== 'webp') return refuse(imageRefusals, 'IMAGE_TYPE', format)
  return byteSize > maxBytes ? refuse(imageRefusals, 'IMAGE_TOO_LARGE', tooLarge) : null
}

export const tooLargeSentence = 'The image is larger than 2 MB. Upload a smaller one.'
const brandFileLimit = { maxBytes: brandImageLimits.maxBytes, tooLarge: tooLargeSentence }

/** Width and height of the upright image; null when they are fine. */
export function refuseDimensions(width: number, height: number): Refusal | null {
  const isFine =
    Math.max(width, height) <= brandImageLimits.maxSide && Math.min(width, height) >= brandImageLimits.minSide
  return isFine ? null : refuse(imageRefusals, 'IMAGE_DIMENSIONS', width, height)
}

/** A square in pixels of the upright image. */
export type Crop = { x: number; y: number; size: number }
export type Area = { width: number; height: number }

export function smallestCrop({ width, height }: Area): number {
  return Math.min(brandImageLimits.minSide, width, height)
}

/** Whole pixels, inside the image, never smaller than allowed. */
export function fitCrop({ x, y, size }: Crop, area: Area): Crop {
  const fitted = clamp(Math.round(size), smallestCrop(area), Math.min(area.width, area.height))
  return {
    x: clamp(Math.round(x), 0, area.width - fitted),
    y: clamp(Math.round(y), 0, area.height - fitted),
    size: fitted,
  }
}

/** The largest square in the middle. */
export function centredCrop({ width, height }: Area): Crop {
  const size = Math.min(width, height)
  return { x: Math.floor((width - size) / 2), y: Math.floor((height - size) / 2), size }
}

/** Grows or shrinks around its own middle. */
export function resizeCrop(crop: Crop, size: number, area: Area): Crop {
  const next = fitCrop({ ...crop, size }, area).size
  const shift = (crop.size - next) / 2
  return fitCrop({ x: crop.x + shift, y: crop.y + shift, size: next }, area)
}

export function isInside(crop: Crop, area: Area): boolean {
  const { x, y, size } = fitCrop(crop, area)
  return x === crop.x && y === crop.y && size === crop.size
}

/** Relative luminance of WCAG 2, 0 black – 1 white; channels 0–255. */
export function luminance(red: number, green: number, blue: number): number {
  const [r, g, b] = [red, green, blue].map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

/** 1–21 (WCAG 2). */
export function contrastRatio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

export type ImageTone = {
  /** Average over visible pixels, weighted by opacity; null if none is visible. */
  luminance: number | null
  /** Share of the pixels that let the surface through, 0–1. */
  transparent: number
}

/** `pixels`: red, green, blue, alpha of each, 0–255. */
export function toneOf(pixels: ArrayLike<number>): ImageTone {
  let sum = 0
  let weight = 0
  let clear = 0
  const count = Math.floor(pixels.length / 4)
  for (let at = 0; at < count * 4; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255
    sum += luminance(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) * alpha
    weight += alpha
    if (alpha < 0.5) clear += 1
  }
  return { luminance: weight === 0 ? null : sum / weight, transparent: count === 0 ? 0 : clear / count }
}

/** WCAG 1.4.11: what graphics need against their surroundings. */
const neededContrast = 3
const backgroundShare = 0.01

/** Returns true if the image is hardly visible on that surface. An opaque image has its own background. */
export function isLostOn(tone: ImageTone, surfaceLuminance: number): boolean {
  if (tone.luminance === null) return true
  return tone.transparent > backgroundShare && contrastRatio(tone.luminance, surfaceLuminance) < neededContrast
}

/** After which pause a broken upload is sent again; null once ten minutes are used up (spec §9). */
export function retryPauseMs(attempt: number, elapsedMs: number, limitMs: number): number | null {
  const pause = Math.min(30_000, 1_000 * 2 ** Math.min(attempt - 1, 10))
  return elapsedMs + pause > limitMs ? null : pause
}

function clamp(value: number, least: number, most: number) {
  return Math.min(Math.max(value, least), most)
}

import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import type { BrandImageKind, BrandSlot } from '../contract'

export const slotTexts = {
  logo: {
    title: 'Logo',
    purpose: 'Shown in lists, in the switcher and on passes',
    rules: 'PNG, JPEG or WebP, up to 2 MB, at least 32 × 32 px',
  },
  mark: {
    title: 'Mark',
    purpose: 'Square icon for small spaces such as map pins',
    rules: 'PNG, JPEG or WebP, up to 2 MB, at least 32 × 32 px. You can crop it.',
  },
} as const satisfies Record<BrandImageKind, { title: string; purpose: string; rules: string }>

/** "1,024 × 256 pixels, 34 KB"; nothing for an image that was not uploaded here. */
export function describeImage({ width, height, byteSize }: BrandSlot): string | null {
  if (width === null || height === null || byteSize === null) return null
  return `${formatCount(width)} × ${formatCount(height)} pixels, ${formatCount(Math.max(1, Math.round(byteSize / 1024)))} KB`
}

/** Small places are square and show the middle of whatever they get. */
export function isFarFromSquare({ width, height }: BrandSlot): boolean {
  return width !== null && height !== null && Math.max(width / height, height / width) > 1.5
}

import { luminance, toneOf, type ImageTone } from '../rules'

const SIDE = 64

/** Reads the pixels of an image of ours; null where that is not possible. */
export async function measureImage(url: string): Promise<ImageTone | null> {
  const image = new Image()
  image.src = url
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  try {
    await image.decode()
  } catch {
    return null
  }
  canvas.width = SIDE
  canvas.height = SIDE
  context.drawImage(image, 0, 0, SIDE, SIDE)
  return toneOf(context.getImageData(0, 0, SIDE, SIDE).data)
}

/** Of an element's own background, as the browser has worked it out; null for anything but a plain colour. */
export function surfaceLuminance(element: Element): number | null {
  const [red, green, blue] = (getComputedStyle(element).backgroundColor.match(/^rgb\((.+)\)$/)?.[1] ?? '')
    .split(',')
    .map(Number)
  if (red === undefined || green === undefined || blue === undefined) return null
  return luminance(red, green, blue)
}

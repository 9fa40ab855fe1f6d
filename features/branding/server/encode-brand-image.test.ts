import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { buildImage, buildNoise } from '../testing/bad-image-factory'
import { encodeBrandImage } from './encode-brand-image'

const logo = (bytes: Uint8Array) => encodeBrandImage(bytes, { kind: 'logo', crop: null })
const sizeOf = ({ width, height }: { width: number; height: number }) => [width, height]

/** Left half red, right half blue. */
async function twoHalves(width: number, height: number) {
  const half = { width: width / 2, height, channels: 3 as const }
  const blue = await sharp({ create: { ...half, background: '#0000ff' } })
    .raw()
    .toBuffer()
  return sharp({ create: { ...half, width, background: '#ff0000' } }).composite([
    { input: blue, raw: half, left: width / 2, top: 0 },
  ])
}

async function colourOf(bytes: Uint8Array, left: number, top: number) {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  return [...pixel].map((channel) => (channel > 128 ? 'f' : '0')).join('')
}

describe('a logo', () => {
  it('keeps its shape and shrinks to 1024 pixels', async () => {
    expect(sizeOf(await logo(await buildNoise(2048, 512).jpeg().toBuffer()))).toEqual([1024, 256])
  })

  it('is never blown up', async () => {
    expect(sizeOf(await logo(await buildImage(300, 48).png().toBuffer()))).toEqual([300, 48])
  })

  it('keeps what is see-through', async () => {
    const { bytes } = await logo(await buildImage().png().toBuffer())
    expect((await sharp(bytes).stats()).isOpaque).toBe(false)
  })

  it('is upright, however the camera was held', async () => {
    const photo = await (await twoHalves(80, 40)).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer()
    const kept = await logo(photo)
    expect(sizeOf(kept)).toEqual([40, 80])
    // Turned clockwise: what was left is on top.
    expect([await colourOf(kept.bytes, 20, 5), await colourOf(kept.bytes, 20, 75)]).toEqual(['f00', '00f'])
  })

  it('of exactly 4096 pixels passes', async () => {
    expect(sizeOf(await logo(await buildImage(4096, 40).png().toBuffer()))).toEqual([1024, 10])
  })
})

describe('a mark', () => {
  it('is the square in the middle, of 512 pixels', async () => {
    const kept = await encodeBrandImage(await (await twoHalves(200, 100)).png().toBuffer(), {
      kind: 'mark',
      crop: null,
    })
    expect(sizeOf(kept)).toEqual([512, 512])
    expect([await colourOf(kept.bytes, 20, 256), await colourOf(kept.bytes, 490, 256)]).toEqual(['f00', '00f'])
  })

  it('is the chosen square', async () => {
    const image = await (await twoHalves(200, 100)).png().toBuffer()
    const kept = await encodeBrandImage(image, { kind: 'mark', crop: { x: 100, y: 10, size: 80 } })
    expect(await colourOf(kept.bytes, 20, 256)).toBe('00f')
  })

  it('is chosen in the upright image', async () => {
    const image = await (await twoHalves(80, 40)).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer()
    const kept = await encodeBrandImage(image, { kind: 'mark', crop: { x: 0, y: 40, size: 40 } })
    expect(await colourOf(kept.bytes, 256, 256)).toBe('00f')
  })

  it('outside the image is refused', async () => {
    const image = await buildImage(100, 100).png().toBuffer()
    await expect(encodeBrandImage(image, { kind: 'mark', crop: { x: 50, y: 0, size: 60 } })).rejects.toMatchObject({
      reason: 'IMAGE_CROP',
    })
  })
})

describe('a file of the wrong kind', () => {
  it.each([
    ['<svg onload="x"></svg>', 'IMAGE_TYPE', 'SVG files aren’t accepted'],
    ['', 'IMAGE_EMPTY', 'empty'],
    ['words', 'IMAGE_TYPE', 'isn’t a PNG, JPEG or WebP'],
  ])('%j is refused as %s', async (text, reason, words) => {
    await expect(logo(Buffer.from(text))).rejects.toMatchObject({
      reason,
      message: expect.stringContaining(words) as string,
    })
  })
})

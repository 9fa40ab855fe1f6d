import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '@quaff/platform/server'
import { activeContent, buildBadImages } from '../testing/bad-image-factory'
import { encodeBrandImage } from './encode-brand-image'

const corpus = await buildBadImages()

async function attempt(bytes: Uint8Array, kind: 'logo' | 'mark') {
  try {
    return { kept: await encodeBrandImage(bytes, { kind, crop: null }), refusal: null }
  } catch (error) {
    if (isRefusal(error)) return { kept: null, refusal: error }
    throw error
  }
}

describe('a bad file', () => {
  it('is one of at least sixty kinds', () => {
    expect(new Set(corpus.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60)
  })

  it.each(corpus.map((file) => [file.name, file] as const))('%s', async (_, { bytes, fate }) => {
    for (const kind of ['logo', 'mark'] as const) {
      const { kept, refusal } = await attempt(bytes, kind)
      if (fate !== 'either') expect(kept ? 'clean' : 'refused', refusal?.message).toBe(fate)
      if (refusal) {
        expect(refusal.code).toBe('BAD_REQUEST')
        expect(refusal.message).toMatch(/^[A-Z].{20,}\.$/)
        continue
      }
      const { format, width, height, exif, xmp, icc, pages } = await sharp(kept?.bytes).metadata()
      expect({ format, exif, xmp, icc }).toEqual({ format: 'webp', exif: undefined, xmp: undefined, icc: undefined })
      expect(pages ?? 1).toBe(1)
      expect(Math.max(width, height)).toBeLessThanOrEqual(1024)
      const text = Buffer.from(kept?.bytes ?? []).toString('latin1')
      expect(activeContent.filter((word) => text.includes(word))).toEqual([])
    }
  })

  it('costs no memory that stays: the whole corpus again, less than 150 MB more', async () => {
    const before = process.memoryUsage().rss
    for (const { bytes } of corpus) await attempt(bytes, 'mark')
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(150)
  })
})

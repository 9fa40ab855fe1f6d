import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandImageLimits } from './contract'
import {
  centredCrop,
  contrastRatio,
  fitCrop,
  formatOf,
  isInside,
  isLostOn,
  isOvertaken,
  judgeFile,
  lockedRefusal,
  luminance,
  refuseDimensions,
  resizeCrop,
  retryPauseMs,
  toneOf,
} from './rules'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const png = bytes('\u0089PNG\r\n\u001a\n')

describe('a file before it is decoded', () => {
  it.each([
    ['\u0089PNG\r\n\u001a\n....', 'png'],
    ['\u00ff\u00d8\u00ff\u00e0', 'jpeg'],
    ['RIFF....WEBPVP8 ', 'webp'],
    ['GIF89a', 'gif'],
    ['%PDF-1.7', 'pdf'],
    ['\0\0\0\u0018ftypheic', 'heic'],
    ['<svg xmlns="http://www.w3.org/2000/svg">', 'svg'],
    ['\u00ef\u00bb\u00bf<?xml version="1.0"?><!-- x --><SVG >', 'svg'],
    ['\u00ff\u00fe<\0s\0v\0g\0>\0', 'svg'],
    ['<html><script>', 'unknown'],
    ['RIFF....AVI ', 'unknown'],
    ['', 'unknown'],
  ])('starting %j is %s', (text, format) => {
    expect(formatOf(bytes(text))).toBe(format)
  })

  it('is refused with a sentence of its own for each fault', () => {
    const messages = [
      judgeFile({ byteSize: 0, head: bytes('') }),
      judgeFile({ byteSize: 9, head: bytes('<svg>') }),
      judgeFile({ byteSize: 9, head: bytes('GIF89a') }),
      judgeFile({ byteSize: 9, head: bytes('%PDF-1') }),
      judgeFile({ byteSize: 9, head: bytes('....ftypmif1') }),
      judgeFile({ byteSize: 9, head: bytes('hello') }),
      judgeFile({ byteSize: brandImageLimits.maxBytes + 1, head: png }),
    ].map((refusal) => refusal?.message ?? '')
    expect(new Set(messages).size).toBe(7)
    expect(messages).not.toContain('')
  })

  it('of exactly 2 MB is fine', () => {
    expect(judgeFile({ byteSize: brandImageLimits.maxBytes, head: png })).toBeNull()
  })
})

describe('dimensions', () => {
  it('of 32 to 4096 pixels a side are fine', () => {
    expect(refuseDimensions(32, 4096)).toBeNull()
    expect(refuseDimensions(4097, 40)?.message).toContain('up to')
    expect(refuseDimensions(40, 31)?.message).toContain('at least 32')
  })
})

describe('a merchant', () => {
  it('that is archived or declined keeps its branding as it is', () => {
    expect(lockedRefusal('archived')?.message).toContain('archived')
    expect(lockedRefusal('rejected')?.message).toContain('rejected')
    for (const status of ['pending', 'pending_review', 'active', 'suspended']) expect(lockedRefusal(status)).toBeNull()
  })
})

describe('two uploads at once', () => {
  const theirs = { version: 'b', uploadedBy: 'usr_2' }
  it('by two people: the second gets a conflict instead of overwriting', () => {
    expect(isOvertaken('a', theirs, 'usr_1')).toBe(true)
  })
  it('by one person: the last one wins', () => {
    expect(isOvertaken('a', { ...theirs, uploadedBy: 'usr_1' }, 'usr_1')).toBe(false)
  })
  it('over what was seen, or over nothing, is what was meant', () => {
    expect(isOvertaken('b', theirs, 'usr_1')).toBe(false)
    expect(isOvertaken('a', null, 'usr_1')).toBe(false)
  })
})

const side = fc.integer({ min: 1, max: 4096 })
const area = fc.record({ width: side, height: side })
const anyCrop = fc.record({
  x: fc.integer({ min: -9999, max: 9999 }),
  y: fc.integer({ min: -9999, max: 9999 }),
  size: fc.integer({ min: -10, max: 9999 }),
})

describe('the crop', () => {
  it('always ends up inside the image, in whole pixels', () => {
    fc.assert(
      fc.property(area, anyCrop, (image, crop) => {
        const fitted = fitCrop(crop, image)
        expect(Number.isInteger(fitted.x) && Number.isInteger(fitted.y) && Number.isInteger(fitted.size)).toBe(true)
        expect(fitted.x).toBeGreaterThanOrEqual(0)
        expect(fitted.y).toBeGreaterThanOrEqual(0)
        expect(fitted.size).toBeGreaterThan(0)
        expect(fitted.x + fitted.size).toBeLessThanOrEqual(image.width)
        expect(fitted.y + fitted.size).toBeLessThanOrEqual(image.height)
        expect(isInside(fitted, image)).toBe(true)
      }),
    )
  })

  it('starts as the largest square in the middle', () => {
    expect(centredCrop({ width: 300, height: 100 })).toEqual({ x: 100, y: 0, size: 100 })
    expect(centredCrop({ width: 101, height: 200 })).toEqual({ x: 0, y: 49, size: 101 })
  })

  it('grows and shrinks around its middle', () => {
    const image = { width: 400, height: 400 }
    expect(resizeCrop({ x: 100, y: 100, size: 200 }, 100, image)).toEqual({ x: 150, y: 150, size: 100 })
    expect(resizeCrop({ x: 300, y: 0, size: 100 }, 300, image)).toEqual({ x: 100, y: 0, size: 300 })
  })

  it('outside the image is noticed', () => {
    expect(isInside({ x: 50, y: 0, size: 60 }, { width: 100, height: 100 })).toBe(false)
    expect(isInside({ x: 0, y: 0, size: 10 }, { width: 100, height: 100 })).toBe(false)
  })
})

const pixels = (...colours: [number, number, number, number][]) => colours.flat()

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect(luminance(255, 255, 255)).toBeCloseTo(1, 5)
    expect(luminance(0, 0, 0)).toBe(0)
    expect(contrastRatio(0, 1)).toBeCloseTo(21, 5)
    // #767676 on white is the well-known 4.54.
    expect(contrastRatio(luminance(0x76, 0x76, 0x76), 1)).toBeCloseTo(4.54, 2)
  })

  it('warns of white writing on a light surface, not on a dark one', () => {
    const white = toneOf(pixels([255, 255, 255, 255], [0, 0, 0, 0]))
    expect(isLostOn(white, 1)).toBe(true)
    expect(isLostOn(white, 0.01)).toBe(false)
  })

  it('does not warn of an image that brings its own background', () => {
    expect(isLostOn(toneOf(pixels([255, 255, 255, 255], [250, 250, 250, 255])), 1)).toBe(false)
  })

  it('counts only what is drawn', () => {
    const tone = toneOf(pixels([0, 0, 0, 255], [255, 255, 255, 0]))
    expect(tone).toEqual({ luminance: 0, transparent: 0.5 })
  })

  it('warns everywhere of an image with nothing in it', () => {
    const empty = toneOf(pixels([0, 0, 0, 0]))
    expect(empty.luminance).toBeNull()
    expect(isLostOn(empty, 0) && isLostOn(empty, 1)).toBe(true)
    expect(toneOf([])).toEqual({ luminance: null, transparent: 0 })
  })
})

describe('a broken upload', () => {
  it('§9 is sent again after growing pauses, for ten minutes', () => {
    const limit = 600_000
    expect([1, 2, 3, 4, 5, 6, 7, 90].map((attempt) => retryPauseMs(attempt, 0, limit))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ])
    expect(retryPauseMs(9, 570_000, limit)).toBe(30_000)
    expect(retryPauseMs(9, 570_001, limit)).toBeNull()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { degreesText, fitProjection, metersText, placeLabels, roundStep, scaleBar, spreadOut } from './rules'

const size = { width: 800, height: 480 }
const points = fc.array(
  fc.record({
    latitude: fc.double({ min: -85, max: 85, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  { minLength: 1, maxLength: 20 },
)

describe('the sketch', () => {
  it('keeps every point inside the frame', () => {
    fc.assert(
      fc.property(points, (some) => {
        const { project } = fitProjection(some, size)
        for (const point of some) {
          const { x, y } = project(point)
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(size.width)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(size.height)
        }
      }),
    )
  })

  it('draws a grid of a few lines and a scale that fits, for any points', () => {
    fc.assert(
      fc.property(points, (some) => {
        const { meridians, parallels, metersPerUnit } = fitProjection(some, size)
        for (const count of [meridians.length, parallels.length]) {
          expect(count).toBeGreaterThan(0)
          expect(count).toBeLessThan(16)
        }
        const bar = scaleBar(metersPerUnit, 120)
        expect(bar.units).toBeGreaterThan(30)
        expect(bar.units).toBeLessThanOrEqual(120.001)
      }),
    )
  })

  it('puts one point, and several at one spot, into the middle of a few hundred meters', () => {
    const here = { latitude: 45.5, longitude: -122.6 }
    for (const some of [[here], [here, here, here]]) {
      const { project, metersPerUnit } = fitProjection(some, size)
      expect(project(here)).toEqual({ x: 400, y: 240 })
      expect(metersPerUnit * size.width).toBeLessThan(2_000)
    }
  })

  it('has north above south and east right of west', () => {
    const { project } = fitProjection(
      [
        { latitude: 45, longitude: 10 },
        { latitude: 46, longitude: 11 },
      ],
      size,
    )
    const [south, north] = [project({ latitude: 45, longitude: 10 }), project({ latitude: 46, longitude: 11 })]
    expect(north.y).toBeLessThan(south.y)
    expect(north.x).toBeGreaterThan(south.x)
  })

  it('stays small across the date line', () => {
    const { metersPerUnit } = fitProjection(
      [
        { latitude: -17, longitude: 179.5 },
        { latitude: -17, longitude: -179.5 },
      ],
      size,
    )
    expect(metersPerUnit * size.width).toBeLessThan(300_000)
  })
})

it('lengths and degrees read well', () => {
  expect([roundStep(7), roundStep(0.34), roundStep(1_999)]).toEqual([5, 0.2, 1_000])
  expect([metersText(200), metersText(2_500), metersText(1_000_000)]).toEqual(['200 m', '2.5 km', '1,000 km'])
  expect([degreesText(45.52, ['N', 'S']), degreesText(-122.6, ['E', 'W'])]).toEqual(['45.52° N', '122.6° W'])
})

it('points at one spot stand apart, others stay where they are', () => {
  const spot = { x: 100, y: 100 }
  const far = { x: 200, y: 50 }
  const spread = spreadOut([spot, spot, far, spot])
  expect(spread[2]).toEqual(far)
  const [a, b, , c] = spread
  for (const [one, other] of [
    [a, b],
    [b, c],
    [a, c],
  ])
    expect(Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0))).toBeGreaterThan(16)
})

it('names stand beside their points where there is room, and nowhere else', () => {
  const frame = { width: 400, height: 200 }
  const [alone] = placeLabels([{ x: 100, y: 100, name: 'Harbour' }], frame)
  expect(alone).toEqual({ x: 112, y: 104, anchor: 'start' })
  const [atEdge] = placeLabels([{ x: 390, y: 100, name: 'Harbour' }], frame)
  expect(atEdge?.anchor).toBe('end')
  const crowded = placeLabels(
    Array.from({ length: 30 }, (_, index) => ({ x: 100 + index, y: 100, name: 'Harbour' })),
    frame,
  )
  expect(crowded.filter((place) => place !== null).length).toBeLessThan(10)
  expect(placeLabels([{ x: 100, y: 100, name: 'x'.repeat(90) }], frame)).toEqual([null])
})

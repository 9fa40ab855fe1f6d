import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  groupTouching,
  metersText,
  nameOnMap,
  placeLabels,
  roundStep,
  scaleBar,
  spreadOut,
  unwrapped,
} from './map-rules'

const places = fc.array(fc.record({ x: fc.integer({ min: 0, max: 300 }), y: fc.integer({ min: 0, max: 200 }) }), {
  minLength: 1,
  maxLength: 40,
})
const at = (longitude: number) => ({ coordinates: { latitude: -17, longitude } })

it('points on both sides of the date line lie beside each other, others stay', () => {
  expect(unwrapped([at(179.5), at(-179.5)])).toEqual([at(179.5), at(180.5)])
  expect(unwrapped([at(-122), at(10)])).toEqual([at(-122), at(10)])
})

it('a round length fits the bar of the scale', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 100_000, noNaN: true }), (metersPerUnit) => {
      const { units } = scaleBar(metersPerUnit, 120)
      expect(units).toBeGreaterThan(30)
      expect(units).toBeLessThanOrEqual(120.001)
    }),
  )
  expect([roundStep(7), roundStep(0.34), roundStep(1_999)]).toEqual([5, 0.2, 1_000])
  expect([metersText(200), metersText(2_500), metersText(1_000_000)]).toEqual(['200 m', '2.5 km', '1,000 km'])
})

it.each([
  ['Foxglove Coffee, Harbour', 'Harbour'],
  ['Foxglove Coffee – Station', 'Station'],
  ['Foxglove Coffee', 'Foxglove Coffee'],
  ['Pier 7', 'Pier 7'],
  ['The corner of Bridge Street and Orchard Lane', 'The corner of Bridge Stre…'],
])('on the map of Foxglove Coffee %s is %s', (name, shown) => {
  expect(nameOnMap(name, 'Foxglove Coffee')).toBe(shown)
})

it('every place is in one group, and the first of two groups do not touch', () => {
  fc.assert(
    fc.property(places, (some) => {
      const groups = groupTouching(some, 22)
      expect(groups.flat().toSorted((a, b) => a - b)).toEqual(some.map((_, index) => index))
      const firsts = groups.map(([first = 0]) => some[first] ?? { x: 0, y: 0 })
      for (const [index, one] of firsts.entries())
        for (const other of firsts.slice(index + 1))
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(22)
    }),
  )
})

it('places at one spot are moved apart, others keep their position', () => {
  const spot = { x: 100, y: 100 }
  const far = { x: 200, y: 50 }
  const spread = spreadOut([spot, spot, far, spot], 22)
  expect(spread[2]).toEqual(far)
  const [a = spot, b = spot, , c = spot] = spread
  for (const [one, other] of [
    [a, b],
    [b, c],
    [a, c],
  ] as const)
    expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(18)
})

it('names are beside their places where there is room, and nowhere else', () => {
  const frame = { width: 400, height: 200 }
  const sideOf = (x: number, name = 'Harbour') => placeLabels([{ x, y: 100, name }], frame)[0]
  expect(sideOf(100)).toBe('right')
  expect(sideOf(390)).toBe('left')
  expect(sideOf(100, 'x'.repeat(90))).toBeNull()
  const crowded = placeLabels(
    Array.from({ length: 30 }, (_, index) => ({ x: 100 + index, y: 100, name: 'Harbour' })),
    frame,
  )
  expect(crowded.filter((side) => side !== null).length).toBeLessThan(10)
  expect(
    placeLabels([{ x: 100, y: 100, name: 'Harbour' }], frame, [{ left: 0, right: 400, top: 0, bottom: 200 }]),
  ).toEqual([null])
})

import { describe, expect, it } from 'vitest'
import { scaleOf } from './plot-layers'

describe('an axis', () => {
  it.each([
    [[3, 13, 26], { steps: 4 }, [0, 10, 20, 30]],
    [[7], { steps: 4 }, [0, 2, 4, 6, 8]],
    [[1, 1], { steps: 4, isWhole: true }, [0, 1]],
    [[0, 0], { steps: 4, isWhole: true }, [0, 1]],
    [[], { steps: 4, isWhole: true }, [0, 1]],
    [[0.3, 0.7], { steps: 4 }, [0, 0.2, 0.4, 0.6, 0.8]],
    [[0, 0.4], { steps: 4, isWhole: true }, [0, 1]],
    [[1_305_141, -644_000], { steps: 4 }, [-1_000_000, 0, 1_000_000, 2_000_000]],
    [[805], { steps: 2 }, [0, 500, 1_000]],
  ])('of %j with %j has the round figures %j', (values, options, ticks) => {
    expect(scaleOf(values, options).ticks).toEqual(ticks)
  })

  it('of a level begins near its lowest value, unless that is nearer to nothing or does not move', () => {
    const near = (values: number[]) => scaleOf(values, { steps: 4, isWhole: true, from: 'near' }).ticks
    expect(near([3_010, 3_656])).toEqual([3_000, 3_200, 3_400, 3_600, 3_800])
    expect(near([10, 3_656])).toEqual([0, 1_000, 2_000, 3_000, 4_000])
    expect(near([50, 50])).toEqual([0, 20, 40, 60])
  })

  it('places every value between its lowest and its highest figure', () => {
    const { at } = scaleOf([-20, 60], { steps: 4 })
    expect([-20, 0, 60].map(at)).toEqual([0, 0.25, 1])
  })

  it('holds every value within, with no more steps than asked for', () => {
    for (let index = 1; index < 400; index++) {
      const values = [index * 0.37, -(index ** 1.7), index ** 2.3]
      const { ticks, at } = scaleOf(values, { steps: 4 })
      expect(ticks.length).toBeLessThanOrEqual(5)
      for (const value of values) {
        expect(at(value)).toBeGreaterThanOrEqual(0)
        expect(at(value)).toBeLessThanOrEqual(1)
      }
    }
  })
})

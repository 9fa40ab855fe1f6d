import type { Coordinates } from './contract'

/** Longitudes continue beyond the date line, so that Fiji does not span the world. */
export function unwrapped<T extends { coordinates: Coordinates }>(points: readonly T[]): T[] {
  const turned = points.map((point) => {
    const { latitude, longitude } = point.coordinates
    return { ...point, coordinates: { latitude, longitude: longitude < 0 ? longitude + 360 : longitude } }
  })
  return spanOf(turned) < spanOf(points) ? turned : [...points]
}

function spanOf(points: readonly { coordinates: Coordinates }[]) {
  const longitudes = points.map(({ coordinates }) => coordinates.longitude)
  return Math.max(...longitudes) - Math.min(...longitudes)
}

/** `Foxglove Coffee, Harbour` is Harbour on the map of Foxglove Coffee. */
export function nameOnMap(name: string, merchantName: string): string {
  const rest = name.startsWith(merchantName) ? name.slice(merchantName.length).replace(/^[\s,:|·–—-]+/, '') : ''
  const shown = rest === '' ? name : rest
  return shown.length > labelLength ? `${shown.slice(0, labelLength - 1).trimEnd()}…` : shown
}

/** The largest of 1, 2 or 5 times a power of ten that is not above `value`. */
export function roundStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [5, 2, 1].find((factor) => factor * power <= value) ?? 1
  return step * power
}

/** A round length for the scale bar of at most `maxUnits`. */
export function scaleBar(metersPerUnit: number, maxUnits: number): { meters: number; units: number; label: string } {
  const meters = roundStep(metersPerUnit * maxUnits)
  return { meters, units: meters / metersPerUnit, label: metersText(meters) }
}

export function metersText(meters: number): string {
  return meters >= 1_000 ? `${(meters / 1_000).toLocaleString('en')} km` : `${meters.toLocaleString('en')} m`
}

type Place = { x: number; y: number }

/** Places that would cover each other, `reach` wide, as groups of their positions in the list. */
export function groupTouching(places: readonly Place[], reach: number): number[][] {
  const groups: number[][] = []
  for (const [index, place] of places.entries()) {
    const group = groups.find(([first = 0]) => isNear(places[first], place, reach))
    if (group) group.push(index)
    else groups.push([index])
  }
  return groups
}

/** Places that no zoom level separates form a ring around their middle, so each stays visible and clickable. */
export function spreadOut<T extends Place>(places: readonly T[], reach: number): T[] {
  const spread = places.map((place) => ({ ...place }))
  for (const group of groupTouching(places, reach).filter(({ length }) => length > 1)) {
    // Wide enough that neighbours on the ring do not touch.
    const radius = Math.max(reach / 2, (group.length * reach) / (2 * Math.PI))
    const center = places[group[0] ?? 0] ?? { x: 0, y: 0 }
    for (const [position, index] of group.entries()) {
      const angle = (2 * Math.PI * position) / group.length
      const place = spread[index]
      if (!place) continue
      place.x = center.x + radius * Math.sin(angle)
      place.y = center.y - radius * Math.cos(angle)
    }
  }
  return spread
}

function isNear(a: Place | undefined, b: Place, reach: number) {
  return a !== undefined && Math.hypot(a.x - b.x, a.y - b.y) < reach
}

type Box = { left: number; right: number; top: number; bottom: number }
export type LabelSide = 'right' | 'left' | 'below' | 'above'

const labelLength = 26
const letterWidth = 7
const dotSize = 22
const labelHeight = 16
const labelGap = 14

/** Returns the side of each label that covers no place, label or edge; null if there is none. */
export function placeLabels(
  places: readonly (Place & { name: string })[],
  { width, height }: { width: number; height: number },
  taken: readonly Box[] = [],
): (LabelSide | null)[] {
  const occupied: Box[] = [...taken, ...places.map(({ x, y }) => boxAround(x, y, dotSize, dotSize))]
  return places.map(({ x, y, name }) => {
    const length = name.length * letterWidth
    const boxes = {
      right: boxAround(x + labelGap + length / 2, y, length, labelHeight),
      left: boxAround(x - labelGap - length / 2, y, length, labelHeight),
      below: boxAround(x, y + labelGap + labelHeight / 2, length, labelHeight),
      above: boxAround(x, y - labelGap - labelHeight / 2, length, labelHeight),
    }
    const fits = (box: Box) =>
      box.left >= 0 &&
      box.right <= width &&
      box.top >= 0 &&
      box.bottom <= height &&
      !occupied.some((other) => overlaps(box, other))
    const side = (['right', 'left', 'below', 'above'] as const).find((candidate) => fits(boxes[candidate])) ?? null
    if (side) occupied.push(boxes[side])
    return side
  })
}

function boxAround(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
}

function overlaps(a: Box, b: Box) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

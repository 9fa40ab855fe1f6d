import type { Coordinates } from '../contract'

const metersPerDegree = 111_320
/** A frame is never narrower: one point, or many at one spot, sit in the middle of it. */
const minSpanMeters = 400
const margin = 0.12

export type MapSize = { width: number; height: number }
export type Projection = {
  project: (point: Coordinates) => { x: number; y: number }
  metersPerUnit: number
  /** Degrees of the lines of the grid, with where they lie. */
  meridians: { degrees: number; x: number }[]
  parallels: { degrees: number; y: number }[]
}

/** A flat sketch around the points: degrees east shrink with the latitude of the middle, as on a plan of a town. */
export function fitProjection(points: readonly Coordinates[], { width, height }: MapSize): Projection {
  const longitudes = unwrapped(points.map(({ longitude }) => longitude))
  const latitudes = points.map(({ latitude }) => latitude)
  const middle = { latitude: middleOf(latitudes), longitude: middleOf(longitudes) }
  // Near the poles a degree east has next to no length.
  const eastMeters = metersPerDegree * Math.max(Math.cos((middle.latitude * Math.PI) / 180), 0.01)
  const spanEast = Math.max(spanOf(longitudes) * eastMeters, minSpanMeters)
  const spanNorth = Math.max(spanOf(latitudes) * metersPerDegree, minSpanMeters)
  const metersPerUnit = Math.max(spanEast / (width * (1 - 2 * margin)), spanNorth / (height * (1 - 2 * margin)))
  const xOf = (longitude: number) => width / 2 + ((longitude - middle.longitude) * eastMeters) / metersPerUnit
  const yOf = (latitude: number) => height / 2 - ((latitude - middle.latitude) * metersPerDegree) / metersPerUnit
  return {
    metersPerUnit,
    project: (point) => ({ x: xOf(near(point.longitude, middle.longitude)), y: yOf(point.latitude) }),
    meridians: gridLines(middle.longitude, (width * metersPerUnit) / eastMeters).map((degrees) => ({
      degrees: wrap(degrees),
      x: xOf(degrees),
    })),
    parallels: gridLines(middle.latitude, (height * metersPerUnit) / metersPerDegree)
      .filter((degrees) => Math.abs(degrees) <= 90)
      .map((degrees) => ({ degrees, y: yOf(degrees) })),
  }
}

const spanOf = (values: readonly number[]) => (values.length === 0 ? 0 : Math.max(...values) - Math.min(...values))
const middleOf = (values: readonly number[]) =>
  values.length === 0 ? 0 : (Math.max(...values) + Math.min(...values)) / 2

/** On both sides of the date line degrees are counted on, so that Fiji does not span the world. */
function unwrapped(longitudes: readonly number[]): number[] {
  const turned = longitudes.map((degrees) => (degrees < 0 ? degrees + 360 : degrees))
  return spanOf(turned) < spanOf(longitudes) ? turned : [...longitudes]
}

function near(degrees: number, middle: number): number {
  if (degrees - middle > 180) return degrees - 360
  return degrees - middle < -180 ? degrees + 360 : degrees
}

function wrap(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees
}

/** About four round lines in `span` degrees around `middle`. */
function gridLines(middle: number, span: number): number[] {
  const step = roundStep(span / 4)
  const first = Math.ceil((middle - span / 2) / step)
  const last = Math.floor((middle + span / 2) / step)
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => (first + index) * step)
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

/** `45.523° N` */
export function degreesText(degrees: number, signs: readonly [positive: string, negative: string]): string {
  const shown = Math.abs(degrees)
    .toFixed(3)
    .replace(/\.?0+$/, '')
  return `${shown}° ${degrees < 0 ? signs[1] : signs[0]}`
}

const touching = 16
const ringRadius = 11

/** Points that would cover each other stand in a ring around their middle, so that each can be seen and pressed. */
export function spreadOut(places: readonly { x: number; y: number }[]): { x: number; y: number }[] {
  const groups: number[][] = []
  for (const [index, place] of places.entries()) {
    const group = groups.find(([first = 0]) => isNear(places[first], place))
    if (group) group.push(index)
    else groups.push([index])
  }
  const spread = places.map((place) => ({ ...place }))
  for (const group of groups.filter(({ length }) => length > 1)) {
    // Wide enough that neighbours on the ring do not touch.
    const radius = Math.max(ringRadius, (group.length * touching) / (2 * Math.PI))
    const center = places[group[0] ?? 0] ?? { x: 0, y: 0 }
    for (const [position, index] of group.entries()) {
      const angle = (2 * Math.PI * position) / group.length
      spread[index] = { x: center.x + radius * Math.sin(angle), y: center.y - radius * Math.cos(angle) }
    }
  }
  return spread
}

function isNear(a: { x: number; y: number } | undefined, b: { x: number; y: number }): boolean {
  return a !== undefined && Math.hypot(a.x - b.x, a.y - b.y) < touching
}

type Box = { left: number; right: number; top: number; bottom: number }
export type LabelPlace = { x: number; y: number; anchor: 'start' | 'end' | 'middle' }

const letterWidth = 7
const labelHeight = 14
const labelGap = 12

/** Where each name fits without covering a point, another name or the edge; null where it fits nowhere. */
export function placeLabels(
  places: readonly { x: number; y: number; name: string }[],
  { width, height }: MapSize,
  taken: readonly Box[] = [],
): (LabelPlace | null)[] {
  const occupied: Box[] = [...taken, ...places.map(({ x, y }) => boxAround(x, y, touching, touching))]
  return places.map(({ x, y, name }) => {
    const half = (name.length * letterWidth) / 2
    const tries = [
      {
        place: { x: x + labelGap, y: y + 4, anchor: 'start' as const },
        box: boxAround(x + labelGap + half, y, 2 * half, labelHeight),
      },
      {
        place: { x: x - labelGap, y: y + 4, anchor: 'end' as const },
        box: boxAround(x - labelGap - half, y, 2 * half, labelHeight),
      },
      {
        place: { x, y: y + labelGap + labelHeight - 3, anchor: 'middle' as const },
        box: boxAround(x, y + labelGap + labelHeight / 2, 2 * half, labelHeight),
      },
      {
        place: { x, y: y - labelGap - 3, anchor: 'middle' as const },
        box: boxAround(x, y - labelGap - labelHeight / 2, 2 * half, labelHeight),
      },
    ]
    const fitting = tries.find(
      ({ box }) =>
        box.left >= 0 &&
        box.right <= width &&
        box.top >= 0 &&
        box.bottom <= height &&
        !occupied.some((other) => overlaps(box, other)),
    )
    if (!fitting) return null
    occupied.push(fitting.box)
    return fitting.place
  })
}

function boxAround(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

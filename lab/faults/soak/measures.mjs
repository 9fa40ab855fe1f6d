import { existsSync, readFileSync } from 'node:fs'

const hourMs = 3_600_000
const megabyte = 1_048_576

/** The server's measurements since `from`, with their hours. */
export const readMeasures = (file, from) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map((one) => ({ ...one, hours: (one.at - from) / hourMs }))
        .filter(({ hours }) => hours >= 0)
    : []

/** Least squares: how much `value` grows in an hour, and how sure that is (its standard error). */
export function slopeOf(points) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [hours, values] = [mean(points.map((point) => point.hours)), mean(points.map((point) => point.value))]
  const spread = points.reduce((sum, point) => sum + (point.hours - hours) ** 2, 0)
  const slope = points.reduce((sum, point) => sum + (point.hours - hours) * (point.value - values), 0) / spread
  const rest = points.reduce((sum, point) => sum + (point.value - values - slope * (point.hours - hours)) ** 2, 0)
  return { slope, error: Math.sqrt(rest / Math.max(1, points.length - 2) / spread) }
}

/** Megabytes that are more each hour, once the first quarter has warmed everything up. */
export function growthOf(measures, name) {
  const last = measures.at(-1)?.hours ?? 0
  const points = measures
    .filter(({ hours }) => hours >= last / 4)
    .map((one) => ({ hours: one.hours, value: one[name] / megabyte }))
  return slopeOf(points)
}

export const megabytes = (bytes) => Math.round((bytes / megabyte) * 10) / 10

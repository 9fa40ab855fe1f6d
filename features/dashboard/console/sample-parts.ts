import type { DashboardMetrics } from '../contract'

/** What is read from one place, and so fails together (spec §8). */
export const metricParts = ['subscriptions', 'redemptions', 'merchants'] as const
export type MetricPart = (typeof metricParts)[number]

export const noParts: ReadonlySet<MetricPart> = new Set()

/** The parts that could not be read: their figures stand as the specified sample and are never called live. */
export function sampleParts(metrics: DashboardMetrics): ReadonlySet<MetricPart> {
  if (metrics.source === 'sample') return new Set(metricParts)
  const origin = {
    subscriptions: metrics.activeSubscribersChange.source,
    redemptions: metrics.redemptionsChange.source,
    merchants: metrics.merchantsSource,
  } satisfies Record<MetricPart, string>
  return new Set(metricParts.filter((part) => origin[part] === 'sample'))
}

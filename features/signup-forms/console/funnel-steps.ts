import { formatShare } from '@quaff/platform/console/display/figures/figure-text'
import type { FormFunnel } from '../building/contract'

export type FunnelStep = { key: keyof FormFunnel; name: string; value: number; rate: string | null }

const steps = [
  { key: 'viewed', name: 'Viewed' },
  { key: 'started', name: 'Started' },
  { key: 'submitted', name: 'Submitted' },
  { key: 'approved', name: 'Approved' },
] as const

/** `rate`: of the step before; null where there is none, or where more came than were counted there. */
export function funnelSteps(funnel: FormFunnel): FunnelStep[] {
  return steps.map(({ key, name }, index) => {
    const value = funnel[key]
    const before = steps[index - 1]
    const base = before ? funnel[before.key] : 0
    return { key, name, value, rate: base < Math.max(value, 1) ? null : formatShare(value / base, 0) }
  })
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { BarList } from '@quaff/platform/console/display/charts/bar-list'
import { ChartTable } from '@quaff/platform/console/display/charts/chart-table'
import { DateText, formatCount, formatShare } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import { errorText, unreachableText } from '@quaff/platform/console/forms/error-text'
import type { FormFunnel } from '../contract'
import { formsApi } from './signup-forms-queries'

const ranges = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const
const shapes = [
  { value: 'bars', label: 'Bars' },
  { value: 'table', label: 'Table' },
] as const

export function FunnelPanel({ formId }: { formId: string }) {
  const [days, setDays] = useState<(typeof ranges)[number]['value']>('30')
  const [shape, setShape] = useState<(typeof shapes)[number]['value']>('bars')
  const input = { formId, days: Number(days) }
  const funnel = useQuery(formsApi.funnel.queryOptions({ input, placeholderData: keepPreviousData }))
  const steps = funnel.data && funnelSteps(funnel.data)
  const isEmpty = steps?.every(({ value }) => value === 0)
  return (
    <Panel
      title="Conversion funnel"
      query={funnel}
      error={errorText(funnel.error, unreachableText)}
      footer={
        funnel.data && (
          <span className="q-caption">
            Since <DateText value={funnel.data.from} timeZone={funnel.data.timeZone} />. Percentages are relative to the
            previous step.
          </span>
        )
      }
    >
      <div className="q-stack-loose">
        <div className="q-row q-wrap">
          <Segmented label="Period" value={days} options={ranges} onChange={setDays} />
          <Segmented label="View as" value={shape} options={shapes} onChange={setShape} />
        </div>
        {isEmpty && <p className="q-secondary">No visits in the last {days} days</p>}
        {steps && !isEmpty && shape === 'bars' && (
          <BarList
            label="Funnel"
            items={steps.map(({ key, name, value, rate }, index) => ({
              key,
              name,
              value,
              text: formatCount(value),
              note: index === 0 ? undefined : (rate ?? '—'),
            }))}
          />
        )}
        {steps && !isEmpty && shape === 'table' && (
          <ChartTable
            caption={`Funnel, last ${days} days`}
            headers={['Step', 'Count', 'Of previous step']}
            rows={steps.map(({ name, value, rate }) => [name, formatCount(value), rate ?? '—'])}
          />
        )}
      </div>
    </Panel>
  )
}

type FunnelStep = { key: keyof FormFunnel; name: string; value: number; rate: string | null }

const steps = [
  { key: 'viewed', name: 'Viewed' },
  { key: 'started', name: 'Started' },
  { key: 'submitted', name: 'Submitted' },
  { key: 'approved', name: 'Approved' },
] as const

/** `rate` is relative to the previous step. It is null for the first step, and if a step exceeds the previous one. */
export function funnelSteps(funnel: FormFunnel): FunnelStep[] {
  return steps.map(({ key, name }, index) => {
    const value = funnel[key]
    const before = steps[index - 1]
    const base = before ? funnel[before.key] : 0
    return { key, name, value, rate: base < Math.max(value, 1) ? null : formatShare(value / base, 0) }
  })
}

import type { ReactNode } from 'react'
import { Checklist } from '@quaff/platform/console/display/checklist'
import { stepLabels } from '../completeness-rules'
import type { CompletenessStep, MerchantRecord } from '../contract'

interface CompletenessListProps {
  checklist: MerchantRecord['checklist']
  /** At the end of a line: a fact when done, a way to where it can be added when not. */
  detail?: (step: CompletenessStep, done: boolean) => ReactNode
}

const missingState = (required: boolean) => (required ? 'missing' : 'optional')

export function CompletenessList({ checklist, detail }: CompletenessListProps) {
  return (
    <Checklist
      progressLabel="Completeness"
      items={checklist.map(({ step, done, required }) => ({
        id: step,
        label: stepLabels[step],
        state: done ? 'done' : missingState(required),
        detail: detail?.(step, done),
      }))}
    />
  )
}

export function requiredText(checklist: MerchantRecord['checklist']): string {
  const required = checklist.filter((entry) => entry.required)
  return `${required.filter((entry) => entry.done).length} of ${required.length} required`
}

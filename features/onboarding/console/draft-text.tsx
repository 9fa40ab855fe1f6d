import { formatDate, useHourCycle } from '@quaff/platform/console/display/date-time'
import type { HourCycle } from '@quaff/platform/console/theme/use-preferences'
import type { DraftState } from './draft-keeper'

/** Beside the buttons; told to screen readers when it changes. */
export function DraftText({ state }: { state: DraftState }) {
  return (
    <span className="q-caption" role="status">
      {textOf(state, useHourCycle())}
    </span>
  )
}

function textOf(state: DraftState, hourCycle: HourCycle): string {
  switch (state.kind) {
    case 'none':
      return ''
    case 'typing':
      return 'Saving draft…'
    case 'saved':
      return `Draft saved ${formatDate(state.at, 'time', { hourCycle })}`
    case 'kept':
      return `Offline. Draft saved in this browser ${formatDate(state.at, 'time', { hourCycle })}`
  }
}

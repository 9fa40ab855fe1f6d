import { IconClock, IconDoor, IconMoon, IconTool } from '@tabler/icons-react'
import { useNow } from '@quaff/platform/console/clock'
import { clockText, useHourCycle } from '@quaff/platform/console/display/formats'
import { inZone } from '@quaff/platform/console/display/measured-labels'
import { MetaPill, type StatusMeta } from '@quaff/platform/console/display/panel'
import type { OpeningStatus, Schedule } from '../contract'
import { openingAt, openingText } from '../opening-rules'

const statusMeta = {
  open: { tone: 'ok', icon: IconDoor, label: 'Open now' },
  closed: { tone: 'neutral', icon: IconMoon, label: 'Closed' },
  closure: { tone: 'info', icon: IconTool, label: 'Closure' },
  unknown: { tone: 'neutral', icon: IconClock, label: 'No hours' },
} as const satisfies Record<OpeningStatus, StatusMeta>

interface OpeningPillProps {
  schedule: Schedule
  /** The sentence beside the word: "Open until 19:00". */
  withText?: boolean
}

/** Follows the clock, so that an open page stays correct. */
export function OpeningPill({ schedule, withText = false }: OpeningPillProps) {
  const now = useNow()
  const opening = openingAt(schedule, now)
  const text = clockText(openingText(opening, schedule, now), useHourCycle())
  return (
    <span className="q-row q-wrap" title={`${text}${inZone(schedule.timeZone)}`}>
      <MetaPill meta={statusMeta[opening.status]} />
      {withText && <span className="q-caption">{text}</span>}
    </span>
  )
}

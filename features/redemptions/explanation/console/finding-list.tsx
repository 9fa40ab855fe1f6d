import { IconAlertTriangle, IconCircleX, IconQuestionMark } from '@tabler/icons-react'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { weightOf, type Finding, type FindingWeight } from '../../scan/contract'
import { FindingText } from './finding-text'
import classes from './explanation.module.css'

const icons = { fails: IconCircleX, unknown: IconQuestionMark, warns: IconAlertTriangle } as const
const spoken = { fails: 'Refused:', unknown: 'Unknown:', warns: 'Note:' } as const satisfies Record<
  FindingWeight,
  string
>

export function FindingList({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <ul className={classes.findings} aria-label="Reasons">
      {findings.map((finding, index) => {
        const weight = weightOf[finding.reason]
        return (
          <li key={`${finding.reason}-${index}`} className={classes.finding} data-weight={weight}>
            <Glyph icon={icons[weight]} size={16} />
            <span>
              <span className="q-hidden">{spoken[weight]} </span>
              <FindingText finding={finding} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

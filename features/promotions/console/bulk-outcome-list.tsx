import { IconArrowRight, IconBan, IconCheck, IconMinus } from '@tabler/icons-react'
import { StatusPill } from '@quaff/platform/console/display/panel'
import { isUnconfirmedText } from '@quaff/platform/console/forms/error-text'
import type { BulkPreview, BulkResult } from '../contract'
import classes from './promotions.module.css'

type BulkOutcomeListProps = { label: string; preview: BulkPreview; enabled: boolean; results?: BulkResult }

export function BulkOutcomeList({ label, preview, enabled, results }: BulkOutcomeListProps) {
  return (
    <ul className={classes.outcomes} aria-label={label} tabIndex={0}>
      {preview.map((row) => {
        const result = results?.find(({ merchantId }) => merchantId === row.merchantId)
        return (
          <li key={row.merchantId} className={classes.outcome}>
            <b className="q-strong q-grow">{row.name ?? 'Unknown Merchant'}</b>
            {result ? <ResultPill result={result} enabled={enabled} /> : <PreviewPill row={row} enabled={enabled} />}
            <Reason text={result?.error ?? row.reason} />
          </li>
        )
      })}
    </ul>
  )
}

function PreviewPill({ row, enabled }: { row: BulkPreview[number]; enabled: boolean }) {
  if (row.outcome === 'refuse')
    return (
      <StatusPill tone="danger" icon={IconBan}>
        Refused
      </StatusPill>
    )
  if (row.outcome === 'stay')
    return (
      <StatusPill tone="neutral" icon={IconMinus}>
        Stays
      </StatusPill>
    )
  return (
    <StatusPill tone="info" icon={IconArrowRight}>
      {enabled ? 'Will be enabled' : 'Will be disabled'}
    </StatusPill>
  )
}

function ResultPill({ result, enabled }: { result: BulkResult[number]; enabled: boolean }) {
  if (!result.ok)
    return (
      <StatusPill tone="danger" icon={IconBan}>
        {isUnconfirmedText(result.error) ? 'Not confirmed' : 'Failed'}
      </StatusPill>
    )
  if (!result.changed)
    return (
      <StatusPill tone="neutral" icon={IconMinus}>
        No change
      </StatusPill>
    )
  return (
    <StatusPill tone="ok" icon={IconCheck}>
      {enabled ? 'Enabled' : 'Disabled'}
    </StatusPill>
  )
}

function Reason({ text }: { text: string | null }) {
  if (!text) return null
  return <span className={`q-caption ${classes.reason}`}>{text}</span>
}

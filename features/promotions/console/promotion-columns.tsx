import { Switch } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { categoryLabel } from '@quaff/features/merchants/category-rules'
import { Button } from '@quaff/platform/console/controls/button'
import { Hint } from '@quaff/platform/console/controls/hint'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { PromotionRow } from '../contract'
import { enableRefusal, promotionTitle } from '../rules'
import { metadataText } from './metadata-fields'
import { knownId, type PromotionWrites, type RowError } from './use-promotion-writes'
import classes from './promotions.module.css'

type ColumnContext = {
  timeZone: string
  today: string
  writes: PromotionWrites
  disabledReason: string | undefined
  onEnable: (row: PromotionRow) => void
}

export function promotionColumns({
  timeZone,
  today,
  writes,
  disabledReason,
  onEnable,
}: ColumnContext): Column<PromotionRow>[] {
  return [
    {
      id: 'name',
      header: 'Merchant',
      sortKey: 'name',
      card: 'title',
      cell: (row) => (
        <div>
          <TitleCell
            title={row.merchantName}
            caption={categoryLabel(row.businessType)}
            mark={<InitialsMark name={row.merchantName} imageUrl={row.logoUrl} />}
          />
          {row.metadata && <span className={`q-phone-only ${classes.below}`}>{metadataText(row.metadata, today)}</span>}
          <RowErrorNotice error={writes.errorOf(row)} row={row} />
        </div>
      ),
    },
    {
      id: 'enabled',
      header: 'Enabled',
      card: 'status',
      cell: (row) => (
        <EnabledField
          row={row}
          busy={writes.isBusy(row)}
          disabledReason={disabledReason}
          onEnable={() => onEnable(row)}
          onDisable={() => writes.disable(row)}
        />
      ),
    },
    {
      id: 'details',
      header: 'Details',
      card: 'hide',
      cell: (row) => <span className={classes.words}>{row.metadata ? metadataText(row.metadata, today) : '—'}</span>,
    },
    {
      id: 'updated',
      header: 'Updated',
      sortKey: 'updated',
      card: 'fact',
      cell: (row) => <RelativeTime value={row.updatedAt} timeZone={timeZone} />,
    },
    { id: 'updatedBy', header: 'Updated by', card: 'fact', cell: (row) => updaterOf(row) },
  ]
}

/** Null means the system or an import (spec §3). */
export function updaterOf({ updatedByName, updatedBy, updatedAt }: PromotionRow): string {
  if (updatedAt === null) return '—'
  return updatedByName ?? (updatedBy === null ? 'The system' : 'Platform team')
}

export function RowErrorNotice({ error, row }: { error: RowError | undefined; row: PromotionRow }) {
  if (!error) return null
  return (
    <span className={classes.error} role="alert">
      <Glyph icon={IconAlertCircle} size={14} />
      <span>{error.message}</span>
      <Button size="sm" icon={IconRefresh} onClick={() => error.retry(row)}>
        Retry
      </Button>
    </span>
  )
}

type EnabledFieldProps = {
  row: PromotionRow
  /** Undefined: may be changed. */
  disabledReason?: string
  busy: boolean
  onEnable: () => void
  onDisable: () => void
}

/** The switch of one merchant and promotion; one that may not be changed stays reachable and says why. */
export function EnabledField({ row, disabledReason, busy, onEnable, onDisable }: EnabledFieldProps) {
  const reason = disabledReason ?? ownReason(row)
  const toggle = () => {
    if (reason !== undefined || busy) return
    if (row.enabled) onDisable()
    else onEnable()
  }
  const control = (
    <Switch
      aria-label={`${promotionTitle(row.promotionId)} at ${row.merchantName}`}
      checked={row.enabled}
      aria-disabled={reason !== undefined || busy || undefined}
      aria-busy={busy || undefined}
      aria-description={reason}
      onChange={toggle}
      className={classes.toggle}
    />
  )
  if (reason === undefined) return control
  return <Hint text={reason}>{control}</Hint>
}

function ownReason(row: PromotionRow): string | undefined {
  if (!knownId(row)) return 'This promotion is no longer available.'
  return row.enabled ? undefined : enableRefusal(row.merchantStatus)?.message
}

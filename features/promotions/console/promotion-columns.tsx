import { categoryLabel } from '@quaff/features/merchants/category/rules'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { PromotionRow } from '../contract'
import { EnabledField } from './enabled-field'
import { metadataText } from './metadata-text'
import { RowFaultNotice } from './row-fault-notice'
import type { PromotionWrites } from './use-promotion-writes'
import classes from './promotions.module.css'

type ColumnContext = {
  timeZone: string
  today: string
  writes: PromotionWrites
  disabledReason: string | undefined
  onEnable: (row: PromotionRow) => void
  onDisable: (row: PromotionRow) => void
}

export function promotionColumns({
  timeZone,
  today,
  writes,
  disabledReason,
  onEnable,
  onDisable,
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
          <RowFaultNotice fault={writes.faultOf(row)} row={row} />
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
          onDisable={() => onDisable(row)}
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

/** Null is nobody: the system, or an import (spec §3). */
export function updaterOf({ updatedByName, updatedBy, updatedAt }: PromotionRow): string {
  if (updatedAt === null) return '—'
  return updatedByName ?? (updatedBy === null ? 'The system' : 'Platform team')
}

import { IconPencil } from '@tabler/icons-react'
import { IconButton } from '@quaff/platform/console/controls/button'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import type { PlanChoice, PromotionRow } from '../contract'
import { findPromotion, promotionTitle } from '../rules'
import { EnabledField } from './enabled-field'
import { metadataText } from './metadata-text'
import { updaterOf } from './promotion-columns'
import { RowFaultNotice } from './row-fault-notice'
import type { PromotionWrites } from './use-promotion-writes'
import classes from './promotions.module.css'

type MerchantPromotionRowProps = {
  row: PromotionRow
  plans: readonly PlanChoice[]
  timeZone: string
  today: string
  writes: PromotionWrites
  disabledReason: string | undefined
  onOpen: () => void
  onDisable: () => void
}

export function MerchantPromotionRow({
  row,
  plans,
  timeZone,
  today,
  writes,
  disabledReason,
  onOpen,
  onDisable,
}: MerchantPromotionRowProps) {
  const title = promotionTitle(row.promotionId)
  const planNames = (row.metadata?.planIds ?? []).map(
    (planId) => plans.find(({ id }) => id === planId)?.name ?? 'Unknown Plan',
  )
  return (
    <li className={classes.item} data-promotion={row.promotionId}>
      <span className={classes.facts}>
        <b className="q-strong">{title}</b>
        <span className="q-caption">{findPromotion(row.promotionId)?.description ?? 'No longer available.'}</span>
        {row.metadata && <span>{metadataText(row.metadata, today)}</span>}
        {planNames.length > 0 && <span className="q-caption">{`Plans: ${planNames.join(', ')}`}</span>}
        {row.updatedAt && (
          <span className="q-caption">
            Updated <RelativeTime value={row.updatedAt} timeZone={timeZone} /> by {updaterOf(row)}
          </span>
        )}
        <RowFaultNotice fault={writes.faultOf(row)} row={row} />
      </span>
      <span className={classes.controls}>
        {row.enabled && disabledReason === undefined && findPromotion(row.promotionId) && (
          <IconButton icon={IconPencil} label={`Edit details of ${title}`} onClick={onOpen} />
        )}
        <EnabledField
          row={row}
          busy={writes.isBusy(row)}
          disabledReason={disabledReason}
          onEnable={onOpen}
          onDisable={onDisable}
        />
      </span>
    </li>
  )
}

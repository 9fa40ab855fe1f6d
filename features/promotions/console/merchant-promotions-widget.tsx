import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLiveRefresh, useCan, useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { IconButton } from '@quaff/platform/console/controls/button'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import { useRefetch } from '@quaff/platform/console/query-client'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PlanChoice, PromotionRow } from '../contract'
import { promotionPermissions } from '../permissions'
import { findPromotion, promotionTitle } from '../rules'
import { metadataText } from './metadata-fields'
import { EnabledField, RowErrorNotice, updaterOf } from './promotion-columns'
import { PromotionDialog } from './promotion-dialog'
import { promotionsApi } from './promotion-queries'
import { type PromotionWrites, usePromotionWrites } from './use-promotion-writes'
import classes from './promotions.module.css'

export function MerchantPromotions({ merchantId }: { merchantId: string }) {
  const timeZone = useFiguresTimeZone()
  const today = dayKeyIn(timeZone, useNow())
  const permission = useCan(promotionPermissions, 'promotion.write')
  const query = useQuery(promotionsApi.listForMerchant.queryOptions({ input: { merchantId } }))
  const writes = usePromotionWrites()
  const [openId, setOpenId] = useState<string>()
  useLiveRefresh(['merchant'], useRefetch(promotionsApi.key()))
  const enabledCount = query.data?.promotions.filter(({ enabled }) => enabled).length
  return (
    <>
      <Panel
        title="Promotions"
        titleExtra={enabledCount !== undefined && <span className="q-caption">{`${enabledCount} enabled`}</span>}
        flush
        query={query}
        what="promotions"
        footer={permission.reason !== null && <span className="q-caption">{permission.reason}</span>}
      >
        <ul className={classes.list}>
          {query.data?.promotions.map((row) => (
            <MerchantPromotionRow
              key={row.promotionId}
              row={row}
              plans={query.data.plans}
              timeZone={timeZone}
              today={today}
              writes={writes}
              disabledReason={permission.reason ?? undefined}
              onOpen={() => setOpenId(row.promotionId)}
            />
          ))}
        </ul>
      </Panel>
      {permission.allowed && openId !== undefined && (
        <PromotionDialog
          key={openId}
          merchantId={merchantId}
          promotionId={openId}
          writes={writes}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </>
  )
}

type MerchantPromotionRowProps = {
  row: PromotionRow
  plans: readonly PlanChoice[]
  timeZone: string
  today: string
  writes: PromotionWrites
  disabledReason: string | undefined
  onOpen: () => void
}

function MerchantPromotionRow({
  row,
  plans,
  timeZone,
  today,
  writes,
  disabledReason,
  onOpen,
}: MerchantPromotionRowProps) {
  const title = promotionTitle(row.promotionId)
  const planNames = (row.metadata?.planIds ?? []).map(
    (planId) => plans.find(({ id }) => id === planId)?.name ?? 'Unknown Plan',
  )
  return (
    <li className={classes.item} data-promotion={row.promotionId}>
      <span className={classes.details}>
        <b className="q-strong">{title}</b>
        <span className="q-caption">{findPromotion(row.promotionId)?.description ?? 'No longer available.'}</span>
        {row.metadata && <span>{metadataText(row.metadata, today)}</span>}
        {planNames.length > 0 && <span className="q-caption">{`Plans: ${planNames.map(isolated).join(', ')}`}</span>}
        {row.updatedAt && (
          <span className="q-caption">
            Updated <RelativeTime value={row.updatedAt} timeZone={timeZone} /> by {isolated(updaterOf(row))}
          </span>
        )}
        <RowErrorNotice error={writes.errorOf(row)} row={row} />
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
          onDisable={() => writes.disable(row)}
        />
      </span>
    </li>
  )
}

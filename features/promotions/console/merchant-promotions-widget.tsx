import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { useCan, useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { Panel } from '@quaff/platform/console/display/panel'
import { useRefetch } from '@quaff/platform/console/query-client'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { promotionPermissions } from '../permissions'
import { MerchantPromotionRow } from './merchant-promotion-row'
import { promotionsApi } from './promotion-queries'
import { usePromotionDialogs } from './use-promotion-dialogs'
import { usePromotionWrites } from './use-promotion-writes'
import classes from './promotions.module.css'

/** All promotions of one merchant; read-only for those who may not change them. */
export function MerchantPromotions({ merchantId }: { merchantId: string }) {
  const timeZone = useFiguresTimeZone()
  const today = dayKeyIn(timeZone, useNow())
  const permission = useCan(promotionPermissions, 'promotion.write')
  const query = useQuery(promotionsApi.listForMerchant.queryOptions({ input: { merchantId } }))
  const writes = usePromotionWrites()
  const [openId, setOpenId] = useState<string>()
  useLiveRefresh(['merchant'], useRefetch(promotionsApi.key()))
  const { disable, dialogs } = usePromotionDialogs({
    writes,
    today,
    openId: openId === undefined ? null : { merchantId, promotionId: openId },
    onClose: () => setOpenId(undefined),
  })
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
              onDisable={() => disable(row)}
            />
          ))}
        </ul>
      </Panel>
      {permission.allowed && dialogs}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { isAbsent, MissingState, ReadingState } from '@quaff/platform/console/list/list-states'
import type { MerchantPromotionList, PromotionRow } from '../contract'
import { findPromotion, promotionTitle } from '../rules'
import { MetadataForm } from './metadata-form'
import { promotionsApi } from './promotion-queries'
import type { PromotionWrites } from './use-promotion-writes'

type PromotionDialogProps = {
  merchantId: string
  promotionId: string
  writes: PromotionWrites
  onDisable: (row: PromotionRow) => void
  onClose: () => void
}

type Base = { row: PromotionRow; list: MerchantPromotionList }

/** Details of one promotion at one merchant. What was loaded first is kept until a save comes second. */
export function PromotionDialog({ merchantId, promotionId, writes, onDisable, onClose }: PromotionDialogProps) {
  const query = useQuery(promotionsApi.listForMerchant.queryOptions({ input: { merchantId }, staleTime: 0 }))
  const [base, setBase] = useState<Base>()
  const promotion = findPromotion(promotionId)
  const fresh = query.isFetching ? undefined : baseOf(query.data, promotionId)
  if (base === undefined && fresh !== undefined) setBase(fresh)

  const load = async () => {
    const { data } = await query.refetch({ throwOnError: true })
    const stored = baseOf(data, promotionId)
    if (!stored) throw new Error('This promotion is no longer available.')
    return stored.row
  }
  if (base && promotion) {
    return (
      <MetadataForm
        promotion={promotion}
        row={base.row}
        plans={base.list.plans}
        writes={writes}
        load={load}
        onDisable={onDisable}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog opened onClose={onClose} title={promotionTitle(promotionId)}>
      {isAbsent(query) ? (
        <MissingState noun="promotion" />
      ) : (
        <ReadingState query={query} lines={6} what="this promotion" />
      )}
    </Dialog>
  )
}

function baseOf(list: MerchantPromotionList | undefined, promotionId: string): Base | undefined {
  const row = list?.promotions.find((one) => one.promotionId === promotionId)
  return list && row && { list, row }
}

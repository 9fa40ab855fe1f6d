import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { useRefetch } from '@quaff/platform/console/query-client'
import {
  promotionLimits,
  type BulkPreview,
  type BulkResult,
  type PromotionId,
  type PromotionMetadata,
} from '../contract'
import { promotionsApi } from './promotion-queries'

export type BulkTarget = { promotionId: PromotionId; enabled: boolean; merchantIds: readonly string[] }
type PreviewRow = BulkPreview[number]

/** As many requests as the limit per request needs, one after the other. */
async function inChunks<T, R>(rows: readonly T[], send: (chunk: T[]) => Promise<R[]>): Promise<R[]> {
  const answers: R[] = []
  for (let start = 0; start < rows.length; start += promotionLimits.bulkRows)
    answers.push(...(await send(rows.slice(start, start + promotionLimits.bulkRows))))
  return answers
}

/** What a bulk change would do, then what it did. Rows whose request failed stand as failed, so that they can be tried again. */
export function useBulk({ promotionId, enabled, merchantIds }: BulkTarget) {
  const refetch = useRefetch(promotionsApi.key())
  const [done, setDone] = useState(0)
  const preview = useQuery({
    queryKey: ['promotion-bulk-preview', promotionId, enabled, merchantIds],
    queryFn: () =>
      inChunks(merchantIds, (chunk) => promotionsApi.previewBulk.call({ promotionId, enabled, merchantIds: chunk })),
    staleTime: 0,
    gcTime: 0,
  })
  const apply = useMutation({
    mutationFn: async ({ rows, metadata }: { rows: readonly PreviewRow[]; metadata?: PromotionMetadata }) => {
      setDone(0)
      return inChunks(rows, async (chunk) => {
        const asked = chunk.map(({ merchantId, version }) => ({ merchantId, version }))
        const results = await promotionsApi.bulk
          .call({ promotionId, enabled, rows: asked, ...(metadata ? { metadata: withoutPlans(metadata) } : {}) })
          .catch((error: unknown) => asked.map(({ merchantId }) => unanswered(merchantId, errorText(error))))
        setDone((before) => before + chunk.length)
        return results
      })
    },
    onSettled: () => void refetch(),
  })
  return { preview, apply, done }
}

const withoutPlans = ({ planIds: _planIds, ...rest }: PromotionMetadata) => rest

const unanswered = (merchantId: string, error: string): BulkResult[number] => ({
  merchantId,
  ok: false,
  changed: false,
  error,
  version: null,
})

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { promotionIds, promotionLimits, type PromotionId, type PromotionMetadata, type PromotionRow } from '../contract'
import { promotionTitle } from '../rules'
import { promotionsApi } from './promotion-queries'
import { usePromotionsRefetch } from './use-promotion-refresh'

export type RowFault = { message: string; retry: (latest: PromotionRow) => void }
type RowKey = Pick<PromotionRow, 'merchantId' | 'promotionId'>
const keyOf = ({ merchantId, promotionId }: RowKey) => `${merchantId}/${promotionId}`

/** The catalogue's id of a row; undefined for imported promotions, which are shown only. */
export function knownId({ promotionId }: RowKey): PromotionId | undefined {
  return promotionIds.find((id) => id === promotionId)
}

export type PromotionWrites = ReturnType<typeof usePromotionWrites>

/** Changes of single promotions: what is under way, and what failed, by row. */
export function usePromotionWrites() {
  const refetch = usePromotionsRefetch()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [faults, setFaults] = useState<ReadonlyMap<string, RowFault>>(new Map())
  const setEnabled = useMutation(promotionsApi.setEnabled.mutationOptions())
  const undoDisable = useMutation(promotionsApi.undoDisable.mutationOptions())

  const setFault = (key: string, fault: RowFault | undefined) =>
    setFaults((before) => {
      const rest = [...before].filter(([itsKey]) => itsKey !== key)
      return new Map(fault ? [...rest, [key, fault]] : rest)
    })

  const write = async (row: PromotionRow, enabled: boolean, metadata?: PromotionMetadata): Promise<PromotionRow> => {
    const promotionId = knownId(row)
    if (!promotionId) throw new Error('This promotion is not in the catalogue.')
    const key = keyOf(row)
    setBusy((before) => new Set([...before, key]))
    setFault(key, undefined)
    try {
      return await setEnabled.mutateAsync({
        merchantId: row.merchantId,
        promotionId,
        enabled,
        metadata,
        version: row.version,
      })
    } finally {
      // The switch keeps its place until the list shows what was saved.
      await refetch()
      setBusy((before) => new Set([...before].filter((itsKey) => itsKey !== key)))
    }
  }

  const undo = async (row: PromotionRow) => {
    const promotionId = knownId(row)
    if (!promotionId) return
    try {
      await undoDisable.mutateAsync({ merchantId: row.merchantId, promotionId, version: row.version })
      notifySuccess(`${promotionTitle(promotionId)} enabled again`, `${row.merchantName} has its details back.`)
    } catch (error) {
      notifyError('This could not be undone', errorText(error))
    } finally {
      void refetch()
    }
  }

  const disable = async (row: PromotionRow): Promise<void> => {
    try {
      const saved = await write(row, false)
      notifySuccess(`${promotionTitle(row.promotionId)} disabled`, `${row.merchantName}. Metadata was cleared.`, {
        label: 'Undo',
        forMs: promotionLimits.undoMs,
        run: () => void undo(saved),
      })
    } catch (error) {
      setFault(keyOf(row), { message: errorText(error), retry: (latest) => void disable(latest) })
    }
  }

  /** Rejects with what a form can show; a document that went missing is the row's to show (spec §8). */
  const save = async (row: PromotionRow, metadata: PromotionMetadata): Promise<void> => {
    try {
      const saved = await write(row, true, metadata)
      notifySuccess(`${promotionTitle(saved.promotionId)} ${row.enabled ? 'saved' : 'enabled'}`, saved.merchantName)
    } catch (error) {
      if (reasonOf(error) !== 'PROMOTION_MISSING') throw error
      setFault(keyOf(row), { message: errorText(error), retry: (latest) => void retrySave(latest, metadata) })
    }
  }

  const retrySave = async (row: PromotionRow, metadata: PromotionMetadata): Promise<void> => {
    try {
      await save(row, metadata)
    } catch (error) {
      setFault(keyOf(row), { message: errorText(error), retry: (latest) => void retrySave(latest, metadata) })
    }
  }

  return {
    isBusy: (row: RowKey) => busy.has(keyOf(row)),
    faultOf: (row: RowKey) => faults.get(keyOf(row)),
    disable,
    save,
  }
}

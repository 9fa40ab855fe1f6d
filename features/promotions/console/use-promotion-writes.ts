import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { useRefetch } from '@quaff/platform/console/query-client'
import { isolated } from '@quaff/platform/shared/readable-text'
import { promotionIds, type PromotionId, type PromotionMetadata, type PromotionRow } from '../contract'
import { promotionTitle } from '../rules'
import { promotionsApi } from './promotion-queries'

export type RowError = { message: string; retry: (latest: PromotionRow) => void }
type RowKey = Pick<PromotionRow, 'merchantId' | 'promotionId'>
const keyOf = ({ merchantId, promotionId }: RowKey) => `${merchantId}/${promotionId}`

/** The catalogue's id of a row; undefined for imported promotions, which are shown only. */
export function knownId({ promotionId }: RowKey): PromotionId | undefined {
  return promotionIds.find((id) => id === promotionId)
}

export type PromotionWrites = ReturnType<typeof usePromotionWrites>

/** Changes of single promotions: what is under way, and what failed, by row. */
export function usePromotionWrites() {
  const refetch = useRefetch(promotionsApi.key())
  const [errors, setErrors] = useState<ReadonlyMap<string, RowError>>(new Map())
  const setEnabled = useMutation(promotionsApi.setEnabled.mutationOptions())

  const setError = (row: RowKey, error: RowError | undefined) =>
    setErrors((before) => {
      const rest = [...before].filter(([itsKey]) => itsKey !== keyOf(row))
      return new Map(error ? [...rest, [keyOf(row), error]] : rest)
    })

  /** Enabling again is taking the disable back: details come back with it. */
  const switching = useWrite<PromotionRow, boolean>({
    call: (row, enabled) =>
      enabled
        ? promotionsApi.undoDisable.call(targetOf(row))
        : promotionsApi.setEnabled.call({ ...targetOf(row), enabled }),
    keys: [promotionsApi.key()],
    idOf: ({ merchantId, promotionId }) => (promotionId === undefined ? {} : JSON.stringify([merchantId, promotionId])),
    next: (enabled) => ({ enabled }),
    done: (saved, enabled) =>
      enabled
        ? {
            title: `${promotionTitle(saved.promotionId)} enabled again`,
            message: `${isolated(saved.merchantName)} has its details back.`,
          }
        : {
            title: `${promotionTitle(saved.promotionId)} disabled`,
            message: `${isolated(saved.merchantName)}. Dates and limits cleared.`,
            undo: () => switching.run(saved, true),
          },
    failed: (error, row, enabled) =>
      enabled
        ? notifyError('Couldn’t undo this', errorText(error))
        : setError(row, { message: errorText(error), retry: disable }),
  })
  const disable = (row: PromotionRow) => {
    setError(row, undefined)
    switching.run(row, false)
  }

  /** Rejects with what a form can show; a document that went missing is the row's to show (spec §8). */
  const save = async (row: PromotionRow, metadata: PromotionMetadata): Promise<void> => {
    setError(row, undefined)
    try {
      const saved = await setEnabled.mutateAsync({ ...targetOf(row), enabled: true, metadata })
      notifySuccess(`${promotionTitle(saved.promotionId)} ${row.enabled ? 'saved' : 'enabled'}`, saved.merchantName)
    } catch (error) {
      if (reasonOf(error) !== 'PROMOTION_MISSING') throw error
      setError(row, { message: errorText(error), retry: (latest) => void retrySave(latest, metadata) })
    } finally {
      await refetch()
    }
  }

  const retrySave = async (row: PromotionRow, metadata: PromotionMetadata): Promise<void> => {
    try {
      await save(row, metadata)
    } catch (error) {
      setError(row, { message: errorText(error), retry: (latest) => void retrySave(latest, metadata) })
    }
  }

  return {
    isBusy: (row: PromotionRow) => switching.isWriting(row),
    errorOf: (row: RowKey) => errors.get(keyOf(row)),
    disable,
    save,
  }
}

function targetOf(row: PromotionRow) {
  const promotionId = knownId(row)
  if (!promotionId) throw new Error('This promotion isn’t in the catalog.')
  return { merchantId: row.merchantId, promotionId, version: row.version }
}

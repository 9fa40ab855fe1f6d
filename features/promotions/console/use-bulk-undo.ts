import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { checkFirstText, isUnconfirmed } from '@quaff/platform/console/forms/error-text'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { useRefetch } from '@quaff/platform/console/query-client'
import { promotionLimits, type BulkResult, type PromotionId } from '../contract'
import { promotionTitle } from '../rules'
import { promotionsApi } from './promotion-queries'

/** Offers Undo for ten seconds after several merchants were disabled; each comes back with its own details. */
export function useBulkUndo(promotionId: PromotionId, onUndo: () => void) {
  const refetch = useRefetch(promotionsApi.key())
  const title = promotionTitle(promotionId)

  const undo = async (results: BulkResult) => {
    const answers = await Promise.allSettled(
      results.map(({ merchantId, version }) =>
        promotionsApi.undoDisable.call({ merchantId, promotionId, version: version ?? 0 }),
      ),
    )
    const errors = answers.flatMap((answer): unknown[] => (answer.status === 'rejected' ? [answer.reason] : []))
    const advice = errors.some(isUnconfirmed)
      ? checkFirstText
      : 'Enable the promotion there again and enter its details.'
    void refetch()
    if (errors.length === 0) notifySuccess(`${title} enabled again`, countWords(results.length))
    else notifyError(`Couldn’t undo this for ${countWords(errors.length)}`, advice)
  }

  return (results: BulkResult) => {
    const changed = results.filter((row) => row.changed)
    if (changed.length === 0) return
    notifySuccess(`${title} disabled`, `${countWords(changed.length)}. Dates and limits cleared.`, {
      label: 'Undo',
      forMs: promotionLimits.undoMs,
      run: () => {
        // What the results say is not so any more.
        onUndo()
        void undo(changed)
      },
    })
  }
}

export const countWords = (count: number) => counted(count, 'merchant')

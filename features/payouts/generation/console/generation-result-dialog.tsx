import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { isUnconfirmedText } from '@quaff/platform/console/forms/error-text'
import { BulkResultList } from '@quaff/platform/console/list/bulk/bulk-result-list'
import type { Candidate, MerchantOutcome } from './use-generation'
import classes from './generate.module.css'

interface GenerationResultDialogProps {
  outcomes: readonly MerchantOutcome[]
  onRetry: (merchants: readonly Candidate[]) => void
  onShow: () => void
  onClose: () => void
}

/** What became of each merchant, and a second try for those that were missed. */
export function GenerationResultDialog({ outcomes, onRetry, onShow, onClose }: GenerationResultDialogProps) {
  const of = (outcome: MerchantOutcome['outcome']) => outcomes.filter((one) => one.outcome === outcome)
  const [generated, existing, empty, failed, untried] = (
    ['generated', 'exists', 'nothing', 'failed', 'untried'] as const
  ).map(of)
  const missed = [...(failed ?? []), ...(untried ?? [])]
  const isUnconfirmed = (failed ?? []).some(({ error }) => isUnconfirmedText(error))
  const payouts = (generated ?? []).reduce((sum, one) => sum + one.payouts, 0)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isUnconfirmed ? 'Result not confirmed' : `${counted(payouts, 'payout', 'payouts')} generated`}
      description={payouts > 0 ? 'Review and approve them next. Merchants can’t see drafts.' : undefined}
      footer={
        <>
          {missed.length > 0 && (
            <Button
              onClick={() => onRetry(missed)}
            >{`Retry ${counted(missed.length, 'merchant', 'merchants')}`}</Button>
          )}
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" data-autofocus onClick={onShow}>
            Show drafts
          </Button>
        </>
      }
    >
      <ul className={classes.outcome} aria-label="Result">
        <li>{`${counted(generated?.length ?? 0, 'merchant', 'merchants')} generated.`}</li>
        {(existing?.length ?? 0) > 0 && (
          <li>{`${counted(existing?.length ?? 0, 'merchant', 'merchants')} already generated.`}</li>
        )}
        {(empty?.length ?? 0) > 0 && (
          <li>{`${counted(empty?.length ?? 0, 'merchant', 'merchants')} with nothing to pay.`}</li>
        )}
        {(untried?.length ?? 0) > 0 && (
          <li>{`${counted(untried?.length ?? 0, 'merchant', 'merchants')} not tried.`}</li>
        )}
      </ul>
      {(failed?.length ?? 0) > 0 && (
        <>
          <Notice tone="danger" announce>
            {`${counted(failed?.length ?? 0, 'merchant', 'merchants')} ${isUnconfirmed ? 'not confirmed' : 'failed'}. You can retry safely.`}
          </Notice>
          <BulkResultList
            label={isUnconfirmed ? 'Merchants not confirmed' : 'Failed merchants'}
            done="generated"
            results={(failed ?? []).map(({ id, name, error }) => ({ id, name, ok: false, error }))}
          />
        </>
      )}
    </Dialog>
  )
}

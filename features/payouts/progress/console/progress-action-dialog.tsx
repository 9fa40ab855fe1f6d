import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Money } from '@quaff/platform/console/display/money'
import { Notice } from '@quaff/platform/console/display/notice'
import { ReasonField } from '@quaff/platform/console/forms/reason-field'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { payoutCommands, payoutName } from '../../console/payout-commands-widget'
import { payoutsApi } from '../../console/payout-queries'
import type { PayoutStatement } from '../../statement/contract'
import { failureField } from '../contract'
import { actionWords, type StepAction } from './action-words'
import { usePayoutVerb } from './use-payout-verb'

type ProgressActionDialogProps = {
  action: StepAction
  payout: PayoutStatement
  onClose: () => void
  onDone: (action: StepAction) => void
}

/** Asks once, with the amount in view, before a payout takes a step. */
export function ProgressActionDialog({ action, payout: opened, onClose, onDone }: ProgressActionDialogProps) {
  const words = actionWords[action]
  const verb = usePayoutVerb(opened, words.failed)
  const { row: payout } = verb
  const reason = useTyped(failureField)
  const isPaying = (action === 'approve' || action === 'markSent') && payout.net > 0
  return (
    <VerbDialog
      verb={verb}
      title={words.title}
      description={payoutName(payout)}
      button={payoutCommands.commands[action].label}
      danger={'isDanger' in words}
      fields={{ reason }}
      check={() => action !== 'fail' || reason.check()}
      call={({ id: payoutId, version }): Promise<object> =>
        action === 'fail'
          ? payoutsApi.fail.call({ payoutId, version, reason: reason.text })
          : payoutsApi[action].call({ payoutId, version })
      }
      onDone={() => {
        notifySuccess(words.done, payoutName(payout))
        onDone(action)
      }}
      onClose={onClose}
    >
      <p>{typeof words.text === 'string' ? words.text : words.text(payout)}</p>
      <KeyValue
        items={[
          { label: 'Net', value: <Money amountMinor={payout.net} currency={payout.currency} /> },
          ...(payout.accountLast4 ? [{ label: 'Account', value: `ending in ${payout.accountLast4}` }] : []),
        ]}
      />
      {isPaying && payout.bankProblem !== null && (
        <Notice tone="warn">{`${payout.bankProblem}. The bank file leaves this payout out until that is fixed.`}</Notice>
      )}
      {action === 'markSent' && payout.bankProblem === null && payout.exportedAt === null && (
        <Notice tone="warn">No bank file includes this payout yet.</Notice>
      )}
      {action === 'reopen' && payout.exportedAt !== null && (
        <Notice tone="warn">
          This payout is already in a bank file. If the bank has that file, approving again can pay it twice.
        </Notice>
      )}
      {action === 'fail' && (
        <ReasonField typed={reason} description="Shown to the merchant and in the email to its owners." />
      )}
    </VerbDialog>
  )
}

import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useCommandContext } from '@quaff/features/sessions/console/session-widget'
import { Button, ButtonLink, PermissionButton } from '@quaff/platform/console/controls/button'
import { Money } from '@quaff/platform/console/display/formats'
import { KeyValue, Notice } from '@quaff/platform/console/display/panel'
import { isUnconfirmed } from '@quaff/platform/console/forms/error-text'
import { ReasonField, useTyped } from '@quaff/platform/console/forms/field-inputs'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { offeredOf, useRecordCommands } from '@quaff/platform/console/frame/command'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { PayoutRow } from '../contract'
import { failureField } from '../progress/contract'
import { refusedProgress } from '../progress/rules'
import type { PayoutStatement } from '../statement-contract'
import { useStatementFile } from '../statement/console/use-statement-file'
import { AdjustmentDialog } from './adjustment-dialog'
import { payoutCommands, payoutName, type ProgressAction } from './payout-commands-widget'
import { payoutsApi, usePayoutVerb } from './payout-queries'
import { statementAddress } from './payout-search-widget'

type PayoutActionsToolbarProps = { statement: PayoutStatement; isManager: boolean; onDiscarded: () => void }

/** Shows the next step first. The menu keeps disallowed actions, with the reason. */
export function PayoutActionsToolbar({ statement, isManager, onDiscarded }: PayoutActionsToolbarProps) {
  const details = useCommandContext()
  const [pendingAction, setPendingAction] = useState<ProgressAction>()
  const exporting = useStatementFile()
  useRecordCommands(payoutCommands, statement, details, setPendingAction)
  const { next, other } = stateActions(statement)
  const shown: ProgressAction[] = [...(next ? [next] : []), ...other]
  const offered = offeredOf(payoutCommands, statement, details)
  const buttons = shown.flatMap((action) => offered.filter(({ name }) => name === action))
  const beside = buttons.filter(({ name, disabledReason }) => name === next || disabledReason === undefined)
  return (
    <div className="q-row q-wrap">
      {beside.map(({ name, label, icon, disabledReason }) => (
        <PermissionButton
          key={name}
          size="sm"
          variant={name === next ? 'primary' : 'default'}
          icon={icon}
          disabledReason={disabledReason}
          onClick={() => setPendingAction(name)}
        >
          {label}
        </PermissionButton>
      ))}
      <Button
        size="sm"
        iconOnPhone={isManager}
        icon={IconDownload}
        loading={exporting.isPending}
        onClick={() => exporting.mutate(statement)}
      >
        CSV
      </Button>
      <ButtonLink size="sm" iconOnPhone={isManager} icon={IconPrinter} to={statementAddress(statement.id)}>
        Print
      </ButtonLink>
      <RecordMenu
        set={payoutCommands}
        row={statement}
        onRun={setPendingAction}
        without={beside.map(({ name }) => name)}
      />
      {pendingAction === 'addToNext' && (
        <AdjustmentDialog payout={statement} action="addToNext" onClose={() => setPendingAction(undefined)} />
      )}
      {pendingAction && pendingAction !== 'addToNext' && (
        <ProgressActionDialog
          action={pendingAction}
          payout={statement}
          onClose={() => setPendingAction(undefined)}
          onDone={(done) => {
            setPendingAction(undefined)
            if (done === 'discard') onDiscarded()
          }}
        />
      )}
    </div>
  )
}

type ProgressActionDialogProps = {
  action: StepAction
  payout: PayoutStatement
  onClose: () => void
  onDone: (action: StepAction) => void
}

/** Confirms a step once, with the amount visible. */
function ProgressActionDialog({ action, payout: opened, onClose, onDone }: ProgressActionDialogProps) {
  const labels = actionLabels[action]
  const verb = usePayoutVerb(opened, labels.failed)
  const { row: payout } = verb
  const reason = useTyped(failureField)
  const wasUnconfirmed = useRef(false)
  // After a failed payment, the account may have been corrected.
  const accountLabel = payout.status === 'failed' && payout.exportedAt !== null ? 'Last paid to' : 'Account'
  const isPaying = (action === 'approve' || action === 'markSent') && payout.net > 0
  return (
    <VerbDialog
      verb={verb}
      title={labels.title}
      description={payoutName(payout)}
      button={payoutCommands.commands[action].label}
      danger={'isDanger' in labels}
      fields={{ reason }}
      check={() => action !== 'fail' || reason.check()}
      call={({ id: payoutId, version }): Promise<object> =>
        (action === 'fail'
          ? payoutsApi.fail.call({ payoutId, version, reason: reason.text })
          : payoutsApi[action].call({ payoutId, version })
        ).catch((error: unknown) => {
          // The first attempt did it, only its answer was lost.
          if (wasUnconfirmed.current && reasonOf(error) === 'PAYOUT_DONE') return {}
          wasUnconfirmed.current ||= isUnconfirmed(error)
          throw error
        })
      }
      onDone={() => {
        notifySuccess(labels.done, payoutName(payout))
        onDone(action)
      }}
      onClose={onClose}
    >
      <p>{typeof labels.text === 'string' ? labels.text : labels.text(payout)}</p>
      <KeyValue
        items={[
          { label: 'Net', value: <Money amountMinor={payout.net} currency={payout.currency} /> },
          ...(payout.accountLast4 ? [{ label: accountLabel, value: `ending in ${payout.accountLast4}` }] : []),
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
        <>
          <ReasonField typed={reason} description="Shown to the merchant and in the email to its owners." />
          <div className="q-row q-wrap" role="group" aria-label="Common reasons">
            {returnReasons.map((text) => (
              <Button key={text} size="sm" onClick={() => reason.set(text)}>
                {text}
              </Button>
            ))}
          </div>
        </>
      )}
    </VerbDialog>
  )
}

const returnReasons = [
  'Account closed (R02)',
  'No account found (R03)',
  'Invalid account number (R04)',
  'Account frozen (R16)',
]

type Details = Pick<PayoutRow, 'status' | 'net' | 'bankProblem'>
type Words = {
  title: string
  text: string | ((payout: Details) => string)
  done: string
  failed: string
  isDanger?: boolean
}

/** "Add to next payout" has its own dialog, because it needs an amount. */
type StepAction = Exclude<ProgressAction, 'addToNext'>

const actionLabels = {
  approve: {
    title: 'Approve this payout?',
    text: approvalText,
    done: 'Payout approved',
    failed: 'Couldn’t approve the payout. Try again.',
  },
  close: {
    title: 'Close this payout?',
    text: 'There’s nothing to pay. The payout is settled without a payment.',
    done: 'Payout closed',
    failed: 'Couldn’t close the payout. Try again.',
  },
  markSent: {
    title: 'Mark this payout as sent?',
    text: 'Do this once you’ve submitted the payment to your bank. This doesn’t move money.',
    done: 'Payout marked as sent',
    failed: 'Couldn’t mark the payout as sent. Try again.',
  },
  confirm: {
    title: 'Confirm this payout?',
    text: 'Do this once the money has arrived. Later corrections go into the next payout.',
    done: 'Payout confirmed',
    failed: 'Couldn’t confirm the payout. Try again.',
  },
  fail: {
    title: 'Mark this payout as failed?',
    text: 'We email the owners the reason. You can approve and send the payout again afterwards.',
    done: 'Payout marked as failed',
    failed: 'Couldn’t mark the payout as failed. Try again.',
    isDanger: true,
  },
  carryOver: {
    title: 'Carry the amount over to the next period?',
    text: 'This payout comes to exactly 0. The negative amount waits for the merchant’s next payout in this currency.',
    done: 'Carried over to the next period',
    failed: 'Couldn’t carry the amount over. Try again.',
  },
  reopen: {
    title: 'Reopen this payout?',
    text: 'It becomes a draft that you can adjust. The merchant can’t see the statement until you approve it again.',
    done: 'Payout reopened',
    failed: 'Couldn’t reopen the payout. Try again.',
  },
  discard: {
    title: 'Discard this draft?',
    text: 'Its charges are included the next time you generate this month. Its adjustments wait for the next payout.',
    done: 'Draft discarded',
    failed: 'Couldn’t discard the draft. Try again.',
    isDanger: true,
  },
} as const satisfies Record<StepAction, Words>

function approvalText({ status, net, bankProblem }: Details): string {
  const isDraft = status === 'draft'
  const effect = isDraft ? 'We email the owners that they can read the statement.' : 'The payment can be sent again.'
  if (net === 0) return `${effect} There’s nothing to pay, so the payout is settled right away.`
  if (bankProblem !== null) return effect
  return `${effect} The next bank file ${isDraft ? 'includes the amount' : 'pays the merchant’s current account'}.`
}

function stateActions(payout: Details): { next: ProgressAction | undefined; other: readonly ProgressAction[] } {
  switch (payout.status) {
    case 'draft':
      return { next: 'approve', other: ['carryOver', 'discard'] }
    case 'approved':
      return { next: payout.net === 0 ? 'close' : 'markSent', other: ['reopen'] }
    case 'sent':
      return { next: 'confirm', other: ['fail'] }
    case 'confirmed':
      return { next: undefined, other: refusedProgress('reopen', payout) === undefined ? ['reopen'] : [] }
    case 'failed':
      return { next: 'approve', other: ['reopen'] }
  }
}

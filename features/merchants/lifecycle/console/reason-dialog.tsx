import { useQuery } from '@tanstack/react-query'
import { ReasonField } from '@quaff/platform/console/forms/reason-field'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { reasonField } from '../../batch/contract'
import { merchantsApi } from '../../console/merchant-queries'
import { mailedReason, mailText, reasonedWords, type ReasonedAction } from './action-words'
import { ImpactNotice } from './impact-notice'
import { useMerchantVerb, type ActionDialogProps } from './use-merchant-verb'

type ReasonDialogProps = ActionDialogProps & { action: ReasonedAction }

/** Decline, suspend, archive and restore: each with a reason, and with what it does to whom. */
export function ReasonDialog({ action, merchant: opened, onClose, onDone }: ReasonDialogProps) {
  const words = reasonedWords[action]
  const verb = useMerchantVerb(opened)
  const { row: merchant } = verb
  const reason = useTyped(reasonField)
  // Nobody was told when it was archived, so nobody is told that it is back.
  const mails = words.mailsOwners && !(action === 'restore' && merchant.status === 'archived')
  const impact = useQuery(merchantsApi.impact.queryOptions({ input: { merchantId: opened.id } }))
  return (
    <VerbDialog
      verb={verb}
      title={words.title(merchant.name)}
      button={words.button}
      danger={words.danger}
      fields={{ reason }}
      check={reason.check}
      call={({ id: merchantId, version }) => merchantsApi[action].call({ merchantId, version, reason: reason.text })}
      onDone={(changed) => onDone(action, changed)}
      onClose={onClose}
    >
      <ImpactNotice query={impact}>
        {(facts) => (
          <>
            <p>{words.consequence(facts, merchant)}</p>
            <p>{mails ? mailText(facts) : 'No email is sent.'}</p>
          </>
        )}
      </ImpactNotice>
      <ReasonField
        typed={reason}
        label={words.reasonLabel}
        description={mails && impact.data?.owners !== 0 ? mailedReason : 'Only your team sees this.'}
      />
    </VerbDialog>
  )
}

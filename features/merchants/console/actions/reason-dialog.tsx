import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTypedText } from '@quaff/platform/console/forms/verb/use-typed-text'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { textLimits } from '@quaff/platform/shared/text'
import { merchantsApi } from '../merchant-queries'
import type { ActionDialogProps } from './action-props'
import { mailedReason, mailText, reasonedWords, type ReasonedAction } from './action-words'
import { ImpactNotice } from './impact-notice'
import { useMerchantVerb } from './use-merchant-verb'

type ReasonDialogProps = ActionDialogProps & { action: ReasonedAction }

/** Decline, suspend, archive and restore: each with a reason, and with what it does to whom. */
export function ReasonDialog({ action, merchant: opened, onClose, onDone }: ReasonDialogProps) {
  const words = reasonedWords[action]
  const verb = useMerchantVerb(opened)
  const { row: merchant } = verb
  const reason = useTypedText((typed) => typed.trim() === '' && 'Enter a reason')
  // Nobody was told when it was archived, so nobody is told that it is back.
  const mails = words.mailsOwners && !(action === 'restore' && merchant.status === 'archived')
  const impact = useQuery(merchantsApi.impact.queryOptions({ input: { merchantId: opened.id } }))
  return (
    <VerbDialog
      verb={verb}
      title={words.title(merchant.name)}
      button={words.button}
      danger={words.danger}
      dirty={reason.dirty}
      check={reason.check}
      call={({ id: merchantId, version }) => merchantsApi[action].call({ merchantId, version, reason: reason.text })}
      onDone={(changed) => onDone(action, changed)}
      onClose={onClose}
    >
      <ImpactNotice query={impact}>
        {(facts) => (
          <>
            <p>{words.consequence(facts, merchant)}</p>
            <p>{mails ? mailText(facts) : 'Nobody is mailed.'}</p>
          </>
        )}
      </ImpactNotice>
      <Textarea
        label={words.reasonLabel}
        description={mails && impact.data?.owners !== 0 ? mailedReason : 'Kept on file.'}
        required
        data-autofocus
        rows={3}
        maxLength={textLimits.medium}
        {...reason.field}
      />
    </VerbDialog>
  )
}

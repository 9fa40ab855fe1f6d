import { Textarea } from '@mantine/core'
import { Notice } from '@quaff/platform/console/display/notice'
import { useTypedText } from '@quaff/platform/console/forms/verb/use-typed-text'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { textLimits } from '@quaff/platform/shared/text'
import { listedSteps, missingOf } from '../../completeness/rules'
import { CompletenessList, requiredText } from '../completeness-list'
import { merchantsApi } from '../merchant-queries'
import type { ActionDialogProps } from './action-props'
import { useMerchantVerb } from './use-merchant-verb'

export function ApproveDialog({ merchant: opened, onClose, onDone }: ActionDialogProps) {
  const verb = useMerchantVerb(opened)
  const { row: merchant } = verb
  const notes = useTypedText(() => undefined)
  const missing = missingOf(merchant.checklist)
  return (
    <VerbDialog
      verb={verb}
      title={`Approve ${merchant.name}?`}
      description="The server decides the resulting status."
      button="Approve"
      dirty={notes.dirty}
      call={({ id: merchantId }) => merchantsApi.approve.call({ merchantId, notes: notes.text })}
      onDone={(approved) => onDone('approve', approved)}
      onClose={onClose}
    >
      {missing.length > 0 && (
        <Notice
          tone="warn"
          title={missing.length === 1 ? 'One step is missing' : `${missing.length} steps are missing`}
        >
          {`${listedSteps(missing)}. You can approve it all the same, or request changes.`}
        </Notice>
      )}
      <div className="q-stack-tight">
        <span className="q-caption q-num">{requiredText(merchant.checklist)}</span>
        <CompletenessList checklist={merchant.checklist} />
      </div>
      <Textarea
        label="Notes"
        description="Kept on file with the approval."
        data-autofocus
        rows={3}
        maxLength={textLimits.long}
        {...notes.field}
      />
    </VerbDialog>
  )
}

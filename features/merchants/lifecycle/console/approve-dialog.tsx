import { Notice } from '@quaff/platform/console/display/notice'
import { ReasonField } from '@quaff/platform/console/forms/reason-field'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { approvalNoteField } from '../../batch/contract'
import { listedSteps, missingOf } from '../../completeness/rules'
import { CompletenessList, requiredText } from '../../console/completeness-list'
import { merchantsApi } from '../../console/merchant-queries'
import { useMerchantVerb, type ActionDialogProps } from './use-merchant-verb'

export function ApproveDialog({ merchant: opened, onClose, onDone }: ActionDialogProps) {
  const verb = useMerchantVerb(opened)
  const { row: merchant } = verb
  const notes = useTyped(approvalNoteField)
  const missing = missingOf(merchant.checklist)
  return (
    <VerbDialog
      verb={verb}
      title={`Approve ${merchant.name}?`}
      description="Owners get an email."
      button="Approve"
      fields={{ notes }}
      check={notes.check}
      call={({ id: merchantId }) => merchantsApi.approve.call({ merchantId, notes: notes.text })}
      onDone={(approved) => onDone('approve', approved)}
      onClose={onClose}
    >
      {missing.length > 0 && (
        <Notice
          tone="warn"
          title={missing.length === 1 ? 'One step is missing' : `${missing.length} steps are missing`}
        >
          {`Missing: ${listedSteps(missing)}. Approve anyway or request changes.`}
        </Notice>
      )}
      <div className="q-stack-tight">
        <span className="q-caption q-num">{requiredText(merchant.checklist)}</span>
        <CompletenessList checklist={merchant.checklist} />
      </div>
      <ReasonField typed={notes} label="Notes" description="Only your team sees this." />
    </VerbDialog>
  )
}

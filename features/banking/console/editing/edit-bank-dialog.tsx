import { ConfirmIdentityDialog } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import type { BankOverview } from '../../contract'
import { BankFields } from './bank-fields'
import { useEditBank } from './use-edit-bank'

interface EditBankDialogProps {
  merchantId: string
  overview: BankOverview
  onClose: () => void
}

export function EditBankDialog({ merchantId, overview, onClose }: EditBankDialogProps) {
  const { form, kept, step, setStep, saving, stale } = useEditBank(merchantId, overview, onClose)
  if (step === 'confirmation') {
    return (
      <ConfirmIdentityDialog
        gate={{ attempt: () => saving.save(form.getValues()), back: () => setStep('details') }}
        action="Confirm and save"
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={overview.bank ? 'Edit bank details' : 'Add bank details'}
      description={`Where payouts for ${overview.merchantName} go. We email owners and administrators about every change.`}
      keepOnOutsideClick
      onSubmit={saving.submit}
      footer={
        <DialogButtons onCancel={onClose} loading={saving.busy}>
          {saving.busy ? 'Saving…' : 'Save bank details'}
        </DialogButtons>
      }
    >
      <FaultNotice text={saving.problem} />
      <BankFields form={form} kept={kept} />
      <MergeNotice what="bank account" view={stale} />
    </Dialog>
  )
}

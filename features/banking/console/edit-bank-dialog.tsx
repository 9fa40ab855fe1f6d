import { ConfirmIdentityDialog } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { GuardedFooter } from '@quaff/platform/console/forms/close-guard'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import type { BankOverview } from '../contract'
import { BankFields } from './bank-fields'
import { useEditBank } from './use-edit-bank'

interface EditBankDialogProps {
  merchantId: string
  overview: BankOverview
  onClose: () => void
}

export function EditBankDialog({ merchantId, overview, onClose }: EditBankDialogProps) {
  const { form, kept, guard, step, setStep, saving, unusual, stale } = useEditBank(merchantId, overview, onClose)
  if (step === 'confirmation' && !guard.asking) {
    return (
      <ConfirmIdentityDialog
        gate={{ attempt: () => saving.save(form.getValues()), back: () => setStep('details') }}
        action="Confirm and save"
        onClose={guard.close}
      />
    )
  }
  return (
    <Dialog
      opened
      onClose={guard.close}
      title={overview.bank ? 'Edit bank details' : 'Add bank details'}
      description={`Where payouts for ${overview.merchantName} go. We email owners and administrators about every change.`}
      keepOnOutsideClick
      onSubmit={(event) => {
        if (!guard.asking && (!form.isValid() || unusual.pass())) saving.submit(event)
      }}
      footer={
        <GuardedFooter guard={guard}>
          <DialogButtons onCancel={guard.close} loading={saving.busy}>
            {saving.busy ? 'Saving…' : unusual.label('Save bank details')}
          </DialogButtons>
        </GuardedFooter>
      }
    >
      <FaultNotice text={saving.problem} />
      <BankFields form={form} kept={kept} question={unusual.notice} />
      <MergeNotice what="bank account" view={stale} />
    </Dialog>
  )
}

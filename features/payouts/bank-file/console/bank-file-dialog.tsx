import { IconDownload } from '@tabler/icons-react'
import { normalizeNumber } from '@quaff/features/banking/rules'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { ReadingState } from '@quaff/platform/console/list/list-states'
import { isPayableIban } from '../rules'
import { BankFileContents } from './bank-file-contents-section'
import { BankFileFields, formatLabels } from './bank-file-fields'
import { SavedBankFileSection } from './saved-bank-file-section'
import { useBankFile, type BankFile } from './use-bank-file'

/** Says what is in the file and what is not before there is a file, and its control total after. */
export function BankFileDialog({ period: wanted, onClose }: { period: string | undefined; onClose: () => void }) {
  const file = useBankFile(wanted)
  const { periods, months, period, payouts, currency, plan, again, payAgain, gate, problem } = file
  if (gate.asking) return <ConfirmIdentityDialog gate={gate} action="Confirm and download" onClose={onClose} />
  if (file.saved)
    return (
      <Dialog opened onClose={onClose} title="Bank file downloaded" footer={<Button onClick={onClose}>Close</Button>}>
        <SavedBankFileSection file={file.saved} />
      </Dialog>
    )
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Bank file"
      description="Approved payouts for one month and currency. Contains full account numbers; downloads are logged."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PermissionButton
            variant="primary"
            icon={IconDownload}
            loading={gate.busy}
            disabledReason={missingReason(file)}
            onClick={() => void gate.attempt()}
          >
            {`Download ${formatLabels[file.format]}`}
          </PermissionButton>
        </>
      }
    >
      <ReadingState query={periods} lines={4} what="months" />
      {periods.data && months.length === 0 && <p>No payouts yet. Generate a month’s payouts first.</p>}
      {period !== undefined && <BankFileFields file={file} />}
      <FaultNotice text={problem} />
      {period !== undefined && <ReadingState query={payouts} lines={4} what="payouts" />}
      {file.fit.isEnabled && <ReadingState query={file.fit} lines={4} what="the payouts" />}
      {plan && currency !== undefined && (
        <BankFileContents plan={plan} currency={currency} again={again} onAgain={payAgain} />
      )}
    </Dialog>
  )
}

function missingReason({ plan, missingSettings, format, payerIban }: BankFile): string | undefined {
  if (!plan || plan.included.length === 0) return 'No payouts to include.'
  if (missingSettings.length > 0) return 'Complete the platform settings first.'
  return format === 'pain001' && !isPayableIban(normalizeNumber(payerIban)) ? 'Enter your own IBAN first.' : undefined
}

import { Select, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { normalizeNumber } from '@quaff/features/banking/rules'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { Button, ButtonLink, PermissionButton } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { counted, Money } from '@quaff/platform/console/display/formats'
import { KeyValue, ErrorNotice, Notice } from '@quaff/platform/console/display/panel'
import { normalizedInput } from '@quaff/platform/console/forms/field-inputs'
import { ReadingState } from '@quaff/platform/console/list/list-states'
import { formatLabels, isPayableIban } from '../../bank-file-rules'
import { periodName } from '../../period-rules'
import { BankFileContents } from './bank-file-contents-section'
import { type BankFile, type SavedBankFile, useBankFile } from './use-bank-file'
import classes from './bank-file.module.css'

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
      <ErrorNotice text={problem} />
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

/** The user compares these figures with the totals that the bank shows after the upload. */
function SavedBankFileSection({ file }: { file: SavedBankFile }) {
  const { count, sumMinor, currency, checksum, fileName } = file
  return (
    <>
      <div role="status">
        <KeyValue
          items={[
            { label: 'Payouts', value: counted(count, 'payout') },
            { label: 'Sum', value: <Money amountMinor={sumMinor} currency={currency} /> },
            { label: 'File', value: fileName },
            { label: 'Checksum', value: <code>{checksum}</code> },
          ]}
        />
      </div>
      <p>
        Your bank must show the same count and sum. Upload the file as it is, delete it, then mark the payouts as sent.
      </p>
    </>
  )
}

function BankFileFields({ file }: { file: BankFile }) {
  const { months, period, currencies, currency, formats, format, missingSettings, payerIban } = file
  const [left, setLeft] = useState('')
  const iban = normalizeNumber(payerIban)
  const isWrong = iban !== '' && iban === left && !isPayableIban(iban)
  return (
    <>
      <div className={classes.fields}>
        <Select
          label="Month"
          allowDeselect={false}
          data={months.map((month) => ({ value: month.period, label: periodName(month.period) }))}
          value={period ?? null}
          onChange={(value) => value && file.setPeriod(value)}
        />
        <Select
          label="Currency"
          allowDeselect={false}
          data={currencies.map((code) => ({ value: code, label: code.toUpperCase() }))}
          value={currency ?? null}
          onChange={(value) => value && file.setCurrency(value)}
        />
        <Select
          label="Format"
          allowDeselect={false}
          data={formats.map((value) => ({ value, label: formatLabels[value] }))}
          value={format}
          onChange={(value) => file.setFormat(formats.find((one) => one === value) ?? 'csv')}
        />
        {format === 'pain001' && (
          <div onBlur={() => setLeft(iban)}>
            <TextInput
              label="Pay from IBAN"
              description="We don’t store it."
              spellCheck={false}
              error={isWrong ? 'Enter a valid IBAN in the SEPA area.' : undefined}
              {...normalizedInput({ value: payerIban, normalize: normalizeNumber, onChange: file.setPayerIban })}
            />
          </div>
        )}
      </div>
      {missingSettings.length > 0 && (
        <Notice
          tone="warn"
          title="Platform settings are incomplete"
          action={<ButtonLink to="/settings?tab=platform">Open platform settings</ButtonLink>}
        >
          {`This format needs: ${missingSettings.join(', ')}.`}
        </Notice>
      )}
    </>
  )
}

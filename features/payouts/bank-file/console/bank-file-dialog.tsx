import { Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { ReadingState } from '@quaff/platform/console/list/list-states'
import { periodName } from '../../period/rules'
import { BankFileContents } from './bank-file-contents-section'
import { useBankFile } from './use-bank-file'
import classes from './bank-file.module.css'

/** Says what is in the file and what is not before there is a file. */
export function BankFileDialog({ period: wanted, onClose }: { period: string | undefined; onClose: () => void }) {
  const file = useBankFile(wanted, onClose)
  const { periods, months, period, payouts, currencies, currency, plan, again, payAgain, gate, problem } = file
  if (gate.asking)
    return (
      <ConfirmIdentityDialog
        gate={gate}
        description="The file holds whole account numbers, so it is made only after you confirm."
        action="Confirm and download"
        onClose={onClose}
      />
    )
  const isEmpty = plan?.included.length === 0
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Bank file"
      description="Approved payouts of a month in one currency, with whole account numbers. Every download is recorded."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PermissionButton
            variant="primary"
            icon={IconDownload}
            loading={gate.busy}
            disabledReason={plan && !isEmpty ? undefined : 'There is nothing to put into the file.'}
            onClick={() => void gate.attempt()}
          >
            Download CSV
          </PermissionButton>
        </>
      }
    >
      <ReadingState query={periods} lines={4} title="The months could not be loaded" />
      {periods.data && months.length === 0 && <p>There is no payout yet: generate those of a month first.</p>}
      {period !== undefined && (
        <div className={classes.fields}>
          <Select
            label="Month"
            allowDeselect={false}
            data={months.map((month) => ({ value: month.period, label: periodName(month.period) }))}
            value={period}
            onChange={(value) => value && file.setPeriod(value)}
          />
          <Select
            label="Currency"
            allowDeselect={false}
            data={currencies.map((code) => ({ value: code, label: code.toUpperCase() }))}
            value={currency ?? null}
            onChange={(value) => value && file.setCurrency(value)}
          />
        </div>
      )}
      <FaultNotice text={problem} />
      {period !== undefined && <ReadingState query={payouts} lines={4} title="The payouts could not be loaded" />}
      {plan && currency !== undefined && (
        <BankFileContents plan={plan} currency={currency} again={again} onAgain={payAgain} />
      )}
    </Dialog>
  )
}

import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Money } from '@quaff/platform/console/display/money'
import type { SavedBankFile } from './saved-bank-file'

/** What to compare with the totals that the bank shows after the upload. */
export function SavedBankFileSection({ file }: { file: SavedBankFile }) {
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

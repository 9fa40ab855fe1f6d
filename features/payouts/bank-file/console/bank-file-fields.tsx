import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { normalizeNumber } from '@quaff/features/banking/rules'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { normalizedInput } from '@quaff/platform/console/forms/normalized-input'
import { periodName } from '../../period/rules'
import type { BankFileFormat } from '../contract'
import { isPayableIban } from '../rules'
import type { BankFile } from './use-bank-file'
import classes from './bank-file.module.css'

export const formatLabels: Record<BankFileFormat, string> = {
  csv: 'CSV',
  nacha: 'ACH (NACHA)',
  pain001: 'SEPA (pain.001)',
}

export function BankFileFields({ file }: { file: BankFile }) {
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
              autoComplete="off"
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

import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { Notice } from '@quaff/platform/console/display/notice'
import { normalizedInput } from '@quaff/platform/console/forms/normalized-input'
import { bankLimits, type AccountType } from '../contract'
import { normalizeNumber } from '../rules'
import { endOf, type BankValues, type KeptNumbers } from './bank-form'
import { accountTypeWords } from './bank-state'
import { typedWarnings, warningTexts } from './bank-warnings'

/** Neither the browser nor a password manager is to remember a number. */
const unremembered = {
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  'data-form-type': 'other',
} as const

const types: readonly { value: AccountType; label: string }[] = [
  { value: 'checking', label: accountTypeWords['checking'] ?? '' },
  { value: 'savings', label: accountTypeWords['savings'] ?? '' },
]

interface BankFieldsProps {
  form: UseFormReturnType<BankValues>
  kept: KeptNumbers
  /** Replaces the warnings once the user tried to save. */
  question: ReactNode
}

export function BankFields({ form, kept, question }: BankFieldsProps) {
  const { accountType } = form.values
  const accountNumber = normalizeNumber(form.values.accountNumber)
  const warnings = useSettledWarnings(form.values, kept)
  const first = useRef<HTMLInputElement>(null)
  // Also when the person comes back from the confirmation, while the dialog stays open.
  useEffect(() => first.current?.focus(), [])
  const numberField = (field: 'routingNumber' | 'accountNumber' | 'numberEnd', keeps: string | null = null) => ({
    ...unremembered,
    ...form.getInputProps(field),
    description: keeps === null ? undefined : `Leave blank to keep ${keeps}`,
    maxLength: bankLimits.wireNumber,
    ...normalizedInput({
      value: form.values[field],
      normalize: normalizeNumber,
      onChange: (text) => form.setFieldValue(field, text),
    }),
  })
  return (
    <>
      <TextInput
        label="Account holder"
        autoComplete="off"
        maxLength={bankLimits.holderName}
        data-autofocus
        ref={first}
        {...form.getInputProps('accountName')}
      />
      <div className="q-stack-tight">
        <span className="q-strong" aria-hidden>
          Account type
        </span>
        <div className="q-row">
          <Segmented
            label="Account type"
            value={accountType}
            options={types}
            onChange={(value) => form.setFieldValue('accountType', value)}
          />
        </div>
      </div>
      <div className="q-stack" onBlur={warnings.settle}>
        <TextInput label="Routing number" {...numberField('routingNumber', kept.routingNumber)} />
        <TextInput label="Account number" {...numberField('accountNumber', kept.accountNumber)} />
      </div>
      {question ||
        warnings.shown.map((warning) => (
          <Notice key={warning} tone="warn" announce>
            {warningTexts[warning]} You can still save it.
          </Notice>
        ))}
      {accountNumber !== '' && (
        <TextInput label={`Confirm the last ${endOf(accountNumber).length} characters`} {...numberField('numberEnd')} />
      )}
    </>
  )
}

/** Half a number looks wrong: numbers are judged when the user leaves their field, until they type again. */
function useSettledWarnings(values: BankValues, kept: KeptNumbers) {
  const numbers = `${values.routingNumber} ${values.accountNumber}`
  const [settled, setSettled] = useState(numbers)
  return { shown: settled === numbers ? typedWarnings(values, kept) : [], settle: () => setSettled(numbers) }
}

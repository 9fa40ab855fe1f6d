import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { Notice } from '@quaff/platform/console/display/notice'
import { bankLimits, type AccountType } from '../../contract'
import { failsRoutingChecksum, stripNumber } from '../../rules'
import { accountTypeWords } from '../bank-state'
import { endOf, type BankValues, type KeptNumbers } from './bank-form'

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

export function BankFields({ form, kept }: { form: UseFormReturnType<BankValues>; kept: KeptNumbers }) {
  const { accountNumber, accountType, routingNumber } = form.values
  const first = useRef<HTMLInputElement>(null)
  // Also when the person comes back from the confirmation, while the dialog stays open.
  useEffect(() => first.current?.focus(), [])
  const numberField = (field: 'routingNumber' | 'accountNumber' | 'numberEnd', keeps: string | null = null) => ({
    ...unremembered,
    ...form.getInputProps(field),
    description: keeps === null ? undefined : `Leave blank to keep ${keeps}`,
    maxLength: bankLimits.wireNumber,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      form.setFieldValue(field, stripNumber(event.currentTarget.value)),
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
      <TextInput label="Routing number" {...numberField('routingNumber', kept.routingNumber)} />
      {failsRoutingChecksum(routingNumber) && (
        <Notice tone="warn" announce>
          This is not a valid US routing number. Compare it with a bank statement; you can still save it.
        </Notice>
      )}
      <TextInput label="Account number" {...numberField('accountNumber', kept.accountNumber)} />
      {accountNumber !== '' && (
        <TextInput
          label={`Last ${endOf(accountNumber).length} characters of the account number, once more`}
          {...numberField('numberEnd')}
        />
      )}
    </>
  )
}

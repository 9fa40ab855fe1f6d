import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { normalizedInput } from '@quaff/platform/console/forms/normalized-input'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { payerFields } from '../platform/contract'
import { platformMergeWords, type PlatformValues } from './platform-values'
import classes from './platform.module.css'

const bankFields = [
  ['payerBic', 'For SEPA files. Optional.'],
  ['achBankRouting', 'For ACH files. Nine digits.'],
  ['achCompanyId', 'For ACH files. Assigned by your bank.'],
  ['achOriginId', 'For ACH files. Defaults to the company ID.'],
] as const

/** Who pays, in the files for banks. */
export function PayerFields({ form }: { form: UseFormReturnType<PlatformValues> }) {
  return (
    <>
      <h3 className="q-h3">Bank files</h3>
      <TextInput
        {...inputLooks(payerFields.payerName)}
        label={platformMergeWords.labels.payerName}
        description="Your company’s name in ACH and SEPA files"
        {...form.getInputProps('payerName')}
      />
      {bankFields.map(([name, description]) => (
        <TextInput
          key={name}
          {...inputLooks(payerFields[name])}
          className={classes.short}
          label={platformMergeWords.labels[name]}
          description={description}
          {...form.getInputProps(name)}
          maxLength={40}
          {...normalizedInput({
            value: form.values[name],
            normalize: payerFields[name].read,
            onChange: (text) => form.setFieldValue(name, text),
          })}
        />
      ))}
    </>
  )
}

import { Input, MultiSelect, TextInput } from '@mantine/core'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { normalizedInput } from '@quaff/platform/console/forms/normalized-input'
import { mainLandmark } from '@quaff/platform/console/theme/landmark'
import { kindLabels } from '../kinds-rules'
import type { AmountUnit } from '../money-contract'
import { isCurrency } from '../money-rules'
import { uploadKinds } from '../uploads-contract'
import classes from './imports.module.css'

export type UploadChoices = { only: readonly string[]; amounts: AmountUnit | ''; currency: string }
export const noChoices: UploadChoices = { only: [], amounts: '', currency: '' }

/** What goes with the file; what nobody has chosen does not. */
export const choiceFields = ({ only, amounts, currency }: UploadChoices): Record<string, string> => ({
  ...(only.length > 0 && { only: only.join(',') }),
  ...(amounts !== '' && { amounts }),
  ...(currency.trim() !== '' && { currency: currencyText(currency) }),
})

const currencyText = (typed: string) => typed.trim().toUpperCase()
export const isChosenWell = ({ currency }: UploadChoices) =>
  currency.trim() === '' || isCurrency(currencyText(currency))

const kinds = uploadKinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))
const units = [
  { value: '', label: 'Default' },
  { value: 'cents', label: 'Cents: 2999' },
  { value: 'units', label: 'Whole: 29.99' },
] as const

interface UploadChoicesProps {
  choices: UploadChoices
  onChoices: (choices: UploadChoices) => void
}

/** What decides how the file is read; most files need none of it. */
export function UploadChoicesSection({ choices, onChoices }: UploadChoicesProps) {
  return (
    <details>
      <summary className="q-link">Options</summary>
      <div className={classes.choices}>
        <MultiSelect
          label="Only"
          description="You can import the rest later."
          placeholder={choices.only.length === 0 ? 'Everything' : undefined}
          data={kinds}
          value={[...choices.only]}
          searchable
          hidePickedOptions
          comboboxProps={{ shadow: 'md', portalProps: { target: mainLandmark() } }}
          onChange={(only) => onChoices({ ...choices, only })}
        />
        <Input.Wrapper label="Amounts" labelElement="div" description="Format of prices and subscriptions">
          <div className="q-row">
            <Segmented
              label="Amounts"
              value={choices.amounts}
              options={units}
              onChange={(amounts) => onChoices({ ...choices, amounts })}
            />
          </div>
        </Input.Wrapper>
        <TextInput
          label="Currency"
          description="For amounts without a currency"
          placeholder="USD"
          maxLength={3}
          error={isChosenWell(choices) ? undefined : 'Enter three letters, such as CHF'}
          {...normalizedInput({
            value: choices.currency,
            normalize: currencyText,
            onChange: (currency) => onChoices({ ...choices, currency }),
          })}
        />
      </div>
    </details>
  )
}

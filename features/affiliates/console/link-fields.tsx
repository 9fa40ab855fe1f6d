import { Input, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useFoundMerchants } from '@quaff/features/merchants/console/merchant-queries-widget'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { DateField } from '@quaff/platform/console/dates/date-field'
import { labelledInputProps } from '@quaff/platform/console/forms/field-inputs'
import { FoldedFields } from '@quaff/platform/console/forms/folded-fields'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { linkDestinations, linkFields } from '../contract'
import type { LinkForm } from './link-form'
import { destinationMeta } from './link-text'
import type { LinkSuggestions } from './use-link-suggestions'
import classes from './affiliates.module.css'

type LinkFieldsProps = {
  form: UseFormReturnType<LinkForm>
  /** The owner and the code of an existing link can't change. */
  isNew: boolean
  ownerField: { merchantName: string | undefined; withPlatform: boolean } | undefined
  suggestions: LinkSuggestions
}

export function LinkFields({ form, isNew, ownerField, suggestions }: LinkFieldsProps) {
  const { destination, merchantId } = form.values
  const { slug, code } = suggestions
  // The owner of an existing link stays: one of the platform has no merchant to lead to.
  const offered = linkDestinations.filter((value) => isNew || merchantId !== null || value !== 'merchant')
  return (
    <>
      <TextInput
        {...labelledInputProps(linkFields.name)}
        data-autofocus
        placeholder="Table tent"
        {...form.getInputProps('name')}
        onChange={(event) => suggestions.rename(event.currentTarget.value)}
      />
      {isNew && ownerField && (
        <MerchantField
          name={ownerField.merchantName}
          withPlatform={ownerField.withPlatform}
          {...form.getInputProps('merchantId')}
          value={merchantId}
        />
      )}
      <Input.Wrapper
        label="Destination"
        labelElement="div"
        description={destinationMeta[destination].text}
        inputWrapperOrder={['label', 'input', 'description']}
      >
        <Segmented
          label="Destination"
          value={destination}
          options={offered.map((value) => ({ value, label: destinationMeta[value].label }))}
          onChange={(value) => form.setFieldValue('destination', value)}
        />
      </Input.Wrapper>
      <TextInput
        {...labelledInputProps(linkFields.slug)}
        description={
          <>
            {slug.text}
            {slug.note && <br />}
            {slug.note}
          </>
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('slug')}
        error={form.errors['slug'] ?? slug.error}
        onChange={(event) => slug.change(event.currentTarget.value)}
      />
      <FoldedFields
        form={form}
        fields={isNew ? foldedFields : editedFields}
        summary={isNew ? 'Code, source tag and dates' : 'Source tag and dates'}
        hasError={isNew && Boolean(code.error)}
      >
        {isNew && (
          <TextInput
            {...labelledInputProps(linkFields.code)}
            description={code.text}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('code')}
            error={form.errors['code'] ?? code.error}
            onChange={(event) => code.change(event.currentTarget.value)}
          />
        )}
        <TextInput {...labelledInputProps(linkFields.sourceTag)} {...form.getInputProps('sourceTag')} />
        <div className={classes.twice}>
          <DateField label="First day" {...form.getInputProps('firstDay')} />
          <DateField label="Last day" {...form.getInputProps('lastDay')} />
        </div>
      </FoldedFields>
    </>
  )
}

const editedFields = ['sourceTag', 'firstDay', 'lastDay'] as const
const foldedFields = ['code', ...editedFields] as const

const platform = 'platform'

type MerchantFieldProps = {
  value: string | null
  name: string | undefined
  withPlatform: boolean
  error?: React.ReactNode
  'data-path'?: string
  onChange: (merchantId: string | null) => void
}

function MerchantField({ value, name, withPlatform, error, onChange, ...path }: MerchantFieldProps) {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(value !== null && name !== undefined ? { value, label: name } : undefined)
  const isChoice = query.trim() === chosen?.label || query.trim() === 'Platform'
  const found = useFoundMerchants(isChoice ? '' : query)
  const options = (found.data ?? []).map((merchant) => ({ value: merchant.id, label: merchant.name }))
  const others = options.filter((option) => option.value !== chosen?.value)
  const known = [
    ...(withPlatform ? [{ value: platform, label: 'Platform' }] : []),
    ...(chosen ? [chosen] : []),
    ...others,
  ]
  return (
    <Select
      label="Owner"
      required
      description={withPlatform ? 'The merchant can see and edit this link.' : undefined}
      placeholder="Search merchants..."
      data={known}
      value={value ?? (withPlatform ? platform : null)}
      onChange={(id) => {
        setChosen(known.find((option) => option.value === id && id !== platform))
        onChange(id === platform ? null : id)
      }}
      allowDeselect={false}
      searchable
      searchValue={query}
      onSearchChange={(next) => setQuery(next.slice(0, pageLimits.maxSearchLength))}
      filter={({ options: all }) =>
        isChoice ? all : all.filter((one) => 'value' in one && options.some(({ value: id }) => id === one.value))
      }
      selectFirstOptionOnChange={found.isReady && !isChoice}
      onKeyDown={(event) => event.key === 'Enter' && !found.isReady && event.preventDefault()}
      nothingFoundMessage={found.isError ? 'Couldn’t load merchants.' : 'No merchants found.'}
      error={error}
      {...path}
    />
  )
}

import { Select, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { useNow } from '@quaff/platform/console/clock'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { DateField } from '@quaff/platform/console/dates/date-field'
import { AddressInputs } from '@quaff/platform/console/forms/address-inputs'
import { PhoneInput, labelledInputProps } from '@quaff/platform/console/forms/field-inputs'
import { FoldedFields } from '@quaff/platform/console/forms/folded-fields'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { addressParts } from '@quaff/platform/shared/fields/address'
import { textLimits } from '@quaff/platform/shared/text'
import { type Closure, type LocationAddress, locationFields, locationLimits, type LocationOverview } from '../contract'
import { FieldErrorText, HoursField } from './hours-field'
import type { LocationForm, LocationFormValues, SuggestedZone } from './location-form-values'
import { PlaceFields } from './place-fields'
import classes from './locations.module.css'

interface LocationFormFieldsProps {
  form: LocationForm
  overview: LocationOverview
  importedHours: string | null
  suggested?: SuggestedZone
}

export function LocationFormFields({ form, overview, importedHours, suggested }: LocationFormFieldsProps) {
  const zone = form.values.timeZone || (suggested?.timeZone ?? overview.timeZone)
  const today = dayKeyIn(zone, useNow())
  const nameRef = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Waits until the sheet has stored the previously focused element.
    const later = setTimeout(() => nameRef.current?.focus({ preventScroll: true }))
    return () => clearTimeout(later)
  }, [])
  const place = <PlaceFields form={form} requireLocationCheck={overview.requireLocationCheck} />
  return (
    <div className="q-stack-loose">
      <TextInput {...labelledInputProps(locationFields.name)} ref={nameRef} {...form.getInputProps('name')} />
      <AddressFields form={form} merchantAddress={overview.merchantAddress} />
      <HoursField
        zoneText={form.values.timeZone || !suggested ? zone : `${zone}, taken from ${suggested.from}`}
        value={form.values.hours}
        importedText={importedHours}
        onChange={(week) => setAgain(form, 'hours', week)}
        errors={form.errors}
      />
      {overview.requireLocationCheck && place}
      <FoldedFields form={form} fields={foldedFields} summary="Time zone, phone, closures and more">
        <ZoneField form={form} fallbackZone={overview.timeZone} suggested={suggested} />
        <PhoneInput
          {...labelledInputProps(locationFields.phone)}
          country={form.values.country || (overview.merchantAddress.country ?? '')}
          {...form.getInputProps('phone')}
        />
        <ClosuresField
          value={form.values.closures}
          today={today}
          onChange={(closures) => setAgain(form, 'closures', closures)}
          errors={form.errors}
        />
        {!overview.requireLocationCheck && place}
        <Textarea {...labelledInputProps(locationFields.notes)} rows={3} {...form.getInputProps('notes')} />
      </FoldedFields>
    </div>
  )
}

const foldedFields = ['timeZone', 'phone', 'closures', 'latitude', 'longitude', 'notes'] as const

/**
 * Nested errors are stored by list index, which a change may shift. They are cleared; the next save finds them again.
 */
function setAgain<Field extends 'hours' | 'closures'>(
  form: LocationForm,
  field: Field,
  value: LocationFormValues[Field],
) {
  form.setValues({ [field]: value })
  form.setErrors(Object.fromEntries(Object.entries(form.errors).filter(([path]) => !path.startsWith(`${field}.`))))
}

interface ZoneFieldProps {
  form: LocationForm
  fallbackZone: string
  suggested: SuggestedZone | undefined
}

function ZoneField({ form, fallbackZone, suggested }: ZoneFieldProps) {
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), [])
  const { value, onChange, ...rest } = form.getInputProps('timeZone')
  // An imported zone may go by an older name.
  const shown = typeof value === 'string' && value !== '' ? value : (suggested?.timeZone ?? null)
  const data = shown !== null && !zones.includes(shown) ? [shown, ...zones] : zones
  const effect = 'Used for opening hours.'
  return (
    <Select
      label="Time zone"
      description={
        suggested
          ? `${effect}${shown === value ? '' : ` Taken from ${suggested.from}.`}`
          : `${effect} Blank means ${fallbackZone}.`
      }
      placeholder={fallbackZone}
      data={data}
      searchable
      clearable={!suggested}
      limit={50}
      nothingFoundMessage="Unknown time zone"
      clearButtonProps={{ 'aria-label': 'Clear time zone' }}
      value={shown}
      onChange={(zone) => onChange(zone ?? '')}
      {...rest}
    />
  )
}

function AddressFields({ form, merchantAddress }: { form: LocationForm; merchantAddress: LocationAddress }) {
  const isBlank = addressParts.every((part) => form.values[part].trim() === '')
  const known = addressParts.some((part) => merchantAddress[part])
  return (
    <fieldset className="q-stack">
      <legend className="q-h3">Address</legend>
      {isBlank && known && (
        <span>
          <Button onClick={() => form.setValues(merchantAddress)}>Use the business address</Button>
        </span>
      )}
      <AddressInputs form={form} />
    </fieldset>
  )
}

interface ClosuresFieldProps {
  value: Closure[]
  today: string
  onChange: (closures: Closure[]) => void
  errors: Readonly<Record<string, unknown>>
}

function ClosuresField({ value, today, onChange, errors }: ClosuresFieldProps) {
  const replace = (index: number, change: Partial<Closure>) =>
    onChange(value.map((closure, at) => (at === index ? { ...closure, ...change } : closure)))
  return (
    <fieldset className="q-stack-tight">
      <legend className="q-h3">Closures</legend>
      {value.length === 0 && <p className="q-caption">Days you’re closed, such as holidays or renovations</p>}
      {value.map((closure, index) => (
        // Closures have no identity but their place in the list.
        <div key={index} className={classes.closure} role="group" aria-label={`Closure ${index + 1}`}>
          <DateField
            label="First day"
            today={today}
            error={Boolean(errors[`closures.${index}`])}
            value={closure.from}
            onChange={(from) => replace(index, closure.to < from ? { from, to: from } : { from })}
          />
          <DateField
            label="Last day"
            today={today}
            min={closure.from}
            error={Boolean(errors[`closures.${index}`])}
            value={closure.to}
            onChange={(to) => replace(index, { to })}
          />
          <TextInput
            className={classes.reason}
            label="Reason"
            maxLength={textLimits.short}
            placeholder="Inventory"
            value={closure.reason}
            onChange={(event) => replace(index, { reason: event.currentTarget.value })}
          />
          <IconButton
            icon={IconX}
            label={`Remove closure ${index + 1}`}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          />
          <FieldErrorText id={`closures-${index}-fault`} message={errors[`closures.${index}`]} />
        </div>
      ))}
      {value.length < locationLimits.closures && (
        <span>
          <Button
            icon={IconPlus}
            size="sm"
            onClick={() => onChange([...value, { from: today, to: today, reason: '' }])}
          >
            Add closure
          </Button>
        </span>
      )}
    </fieldset>
  )
}

import { Select, Textarea, TextInput } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useNow } from '@quaff/platform/console/clock'
import { labelledLooks } from '@quaff/platform/console/forms/use-typed'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { locationFields, type LocationOverview } from '../contract'
import { AddressFields } from './address-fields'
import { ClosuresField } from './closures-field'
import { HoursField } from './hours-field'
import type { LocationForm, LocationFormValues, SuggestedZone } from './location-form-values'
import { PlaceFields } from './place-fields'

interface LocationFormFieldsProps {
  form: LocationForm
  overview: LocationOverview
  importedHours: string | null
  /** Of a new location. */
  suggested?: SuggestedZone
}

export function LocationFormFields({ form, overview, importedHours, suggested }: LocationFormFieldsProps) {
  const zone = form.values.timeZone || (suggested?.timeZone ?? overview.timeZone)
  const today = dayKeyIn(zone, useNow())
  const nameRef = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // After the sheet has noted where the focus came from.
    const later = setTimeout(() => nameRef.current?.focus({ preventScroll: true }))
    return () => clearTimeout(later)
  }, [])
  return (
    <div className="q-stack-loose">
      <div className="q-stack">
        <TextInput {...labelledLooks(locationFields.name)} ref={nameRef} {...form.getInputProps('name')} />
        <TextInput {...labelledLooks(locationFields.phone)} {...form.getInputProps('phone')} />
      </div>
      <AddressFields form={form} merchantAddress={overview.merchantAddress} />
      <ZoneField form={form} fallbackZone={overview.timeZone} suggested={suggested} />
      <HoursField
        value={form.values.hours}
        importedText={importedHours}
        onChange={(week) => setAnew(form, 'hours', week)}
        faults={form.errors}
      />
      <ClosuresField
        value={form.values.closures}
        today={today}
        onChange={(closures) => setAnew(form, 'closures', closures)}
        faults={form.errors}
      />
      <PlaceFields form={form} requireLocationCheck={overview.requireLocationCheck} />
      <Textarea {...labelledLooks(locationFields.notes)} rows={3} {...form.getInputProps('notes')} />
    </div>
  )
}

/** Faults inside are known by their place in the list, which a change may move: they go, and the next save finds them anew. */
function setAnew<Field extends 'hours' | 'closures'>(
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

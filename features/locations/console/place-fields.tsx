import { TextInput } from '@mantine/core'
import { faultOf } from '@quaff/platform/shared/fields/form-fields'
import { locationFields, locationLimits } from '../contract'
import { metersText } from '../map/rules'
import type { LocationForm } from './location-form-values'
import { RadiusChart } from './radius-chart'

interface PlaceFieldsProps {
  form: LocationForm
  /** The merchant's setting decides whether a radius means anything. */
  requireLocationCheck: boolean
}

export function PlaceFields({ form, requireLocationCheck }: PlaceFieldsProps) {
  const { latitude, longitude, radius } = form.values
  const hasPoint = latitude.trim() !== '' && longitude.trim() !== ''
  const meters =
    faultOf(locationFields.radius, radius || '-') === null ? Number(radius) : locationLimits.radiusDefaultMeters
  return (
    <fieldset className="q-stack">
      <legend className="q-h3">On the map</legend>
      <div className="q-grid-2">
        <TextInput
          label="Latitude"
          inputMode="decimal"
          placeholder="45.5231"
          maxLength={24}
          {...form.getInputProps('latitude')}
        />
        <TextInput
          label="Longitude"
          inputMode="decimal"
          placeholder="-122.6765"
          maxLength={24}
          {...form.getInputProps('longitude')}
        />
      </div>
      {requireLocationCheck && (
        <>
          <TextInput
            label={locationFields.radius.label}
            description={`${locationLimits.radiusMinMeters}–5,000. Default: ${locationLimits.radiusDefaultMeters}.`}
            inputMode="numeric"
            placeholder={String(locationLimits.radiusDefaultMeters)}
            maxLength={6}
            {...form.getInputProps('radius')}
          />
          <div className="q-row q-wrap">
            <RadiusChart meters={meters} />
            <p className="q-secondary q-grow">
              {hasPoint
                ? `Customers must be within ${metersText(meters)} to redeem here.`
                : 'Add a map position so we can check that customers are here.'}
            </p>
          </div>
        </>
      )}
    </fieldset>
  )
}

import { TextInput } from '@mantine/core'
import { errorOf } from '@quaff/platform/shared/fields/form-fields'
import { locationFields, locationLimits } from '../contract'
import { metersText, scaleBar } from '../map-rules'
import type { LocationForm } from './location-form-values'
import classes from './locations.module.css'

interface PlaceFieldsProps {
  form: LocationForm
  /** The merchant's setting decides whether a radius means anything. */
  requireLocationCheck: boolean
}

export function PlaceFields({ form, requireLocationCheck }: PlaceFieldsProps) {
  const { latitude, longitude, radius } = form.values
  const hasPoint = latitude.trim() !== '' && longitude.trim() !== ''
  const meters =
    errorOf(locationFields.radius, radius || '-') === null ? Number(radius) : locationLimits.radiusDefaultMeters
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

const side = 120

/** The circle fills this share of the frame for any radius; the scale shows its size. */
const circle = 40

/** The spot, the circle around it and what it measures. */
function RadiusChart({ meters }: { meters: number }) {
  const scale = scaleBar(meters / circle, side / 2)
  return (
    <svg
      className={classes.radius}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={`A circle of ${metersText(meters)} around the location`}
    >
      <circle className={classes.area} cx={side / 2} cy={side / 2 - 8} r={circle} />
      <circle className={classes.spot} cx={side / 2} cy={side / 2 - 8} r={4} />
      <path className={classes.scale} d={`M8 ${side - 12} V${side - 8} H${8 + scale.units} V${side - 12}`} />
      <text className={classes.scaleText} x={12 + scale.units} y={side - 6}>
        {scale.label}
      </text>
    </svg>
  )
}

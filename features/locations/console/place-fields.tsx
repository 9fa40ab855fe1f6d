import { TextInput } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { type ClipboardEvent, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/panel'
import { zoneOfAddress } from '@quaff/platform/shared/fields/country-zones'
import { errorOf } from '@quaff/platform/shared/fields/form-fields'
import { locationFields, locationLimits } from '../contract'
import { metersText, scaleBar } from '../map-rules'
import { readPair } from '../rules'
import type { LocationForm } from './location-form-values'
import classes from './locations.module.css'
import mapClasses from './map.module.css'

interface PlaceFieldsProps {
  form: LocationForm
  /** The merchant's setting decides whether a radius means anything. */
  requireLocationCheck: boolean
}

export function PlaceFields({ form, requireLocationCheck }: PlaceFieldsProps) {
  const { latitude, longitude, radius } = form.values
  const hasPoint = latitude.trim() !== '' && longitude.trim() !== ''
  const pair = (field: 'latitude' | 'longitude') => ({
    ...form.getInputProps(field),
    // Maps copy both numbers at once.
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      const pasted = readPair(event.clipboardData.getData('text'))
      if (!pasted) return
      event.preventDefault()
      form.setValues(pasted)
    },
  })
  const meters =
    errorOf(locationFields.radius, radius || '-') === null ? Number(radius) : locationLimits.radiusDefaultMeters
  return (
    <fieldset className="q-stack">
      <legend className="q-h3">On the map</legend>
      {requireLocationCheck && !hasPoint && (
        <Notice tone="warn" title="The location check needs a map position">
          Without it, we can’t check that customers are here when they redeem.
        </Notice>
      )}
      <PositionButton form={form} />
      <div className="q-grid-2">
        <TextInput label="Latitude" inputMode="decimal" placeholder="45.5231" maxLength={24} {...pair('latitude')} />
        <TextInput
          label="Longitude"
          inputMode="decimal"
          placeholder="-122.6765"
          maxLength={24}
          {...pair('longitude')}
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
            <p className="q-secondary q-grow">{`Customers must be within ${metersText(meters)} to redeem here.`}</p>
          </div>
        </>
      )}
    </fieldset>
  )
}

type Answer = { text: string; isProblem?: boolean }

/** A radius around the position that no longer tells one side of a street from the other. */
const vagueMeters = 100

function PositionButton({ form }: { form: LocationForm }) {
  const [answer, setAnswer] = useState<Answer>()
  const [busy, setBusy] = useState(false)
  // Browsers have it on secure pages only.
  if (!('geolocation' in navigator)) return null
  const find = () => {
    setBusy(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setBusy(false)
        const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
        const values = form.getValues()
        const zone = values.timeZone || zoneOfAddress(values) || timeZone
        form.setValues({ latitude: latitude.toFixed(5), longitude: longitude.toFixed(5), timeZone: zone })
        const isVague = accuracy > vagueMeters
        setAnswer({
          text: `Position found, accurate to ${metersText(Math.ceil(accuracy))}.${isVague ? ' Check it before you save.' : ''}`,
          isProblem: isVague,
        })
      },
      ({ code, PERMISSION_DENIED }) => {
        setBusy(false)
        setAnswer({
          text:
            code === PERMISSION_DENIED
              ? 'Your browser doesn’t share your position. Allow it for this site, or enter the numbers.'
              : 'Couldn’t find your position. Try again, or enter the numbers.',
          isProblem: true,
        })
      },
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 0 },
    )
  }
  return (
    <div className="q-row q-wrap">
      <Button icon={IconCurrentLocation} loading={busy} onClick={find}>
        Use my position
      </Button>
      <span role="status" className={answer?.isProblem ? classes.error : 'q-caption'}>
        {answer?.text ?? 'Do this at the location.'}
      </span>
    </div>
  )
}

const side = 120

const circle = 40

function RadiusChart({ meters }: { meters: number }) {
  const scale = scaleBar(meters / circle, side / 2)
  return (
    <svg
      className={mapClasses.radius}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={`A circle of ${metersText(meters)} around the location`}
    >
      <circle className={mapClasses.area} cx={side / 2} cy={side / 2 - 8} r={circle} />
      <circle className={mapClasses.spot} cx={side / 2} cy={side / 2 - 8} r={4} />
      <path className={mapClasses.radiusScale} d={`M8 ${side - 12} V${side - 8} H${8 + scale.units} V${side - 12}`} />
      <text className={mapClasses.scaleText} x={12 + scale.units} y={side - 6}>
        {scale.label}
      </text>
    </svg>
  )
}

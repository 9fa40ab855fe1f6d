import { ClockText, DateText, formatDate, formatCount } from '@quaff/platform/console/display/formats'
import { MetricTile, MetricTiles } from '@quaff/platform/console/display/metric-tiles'
import { KeyValue, Notice } from '@quaff/platform/console/display/panel'
import { PhoneText } from '@quaff/platform/console/forms/use-phone-example'
import { isolated } from '@quaff/platform/shared/readable-text'
import { locationFields, type LocationOverview, type LocationRecord } from '../contract'
import { hoursSentence } from '../hours-rules'
import { metersText } from '../map-rules'
import { OpeningPill } from './opening-pill'

export function LocationDetailsView({ location, overview }: { location: LocationRecord; overview: LocationOverview }) {
  const { schedule, coordinates } = location
  return (
    <div className="q-stack-loose">
      <OpeningPill schedule={schedule} withText />
      {overview.requireLocationCheck && !coordinates && (
        <Notice tone="warn" title="The location check can’t work here">
          Edit the location and add its map position.
        </Notice>
      )}
      <MetricTiles columns={2} label="Location metrics">
        <MetricTile
          label="Redemptions"
          value={formatCount(location.redemptions30Days)}
          note={`30 days, ${formatCount(location.redemptionsToday)} today`}
        />
        <MetricTile label="Plans valid here" value={formatCount(location.validPlans)} note="Active plans" />
      </MetricTiles>
      <section className="q-stack-tight" aria-label="Hours">
        <h3 className="q-h3">Hours</h3>
        <KeyValue
          items={[
            {
              label: 'Opening hours',
              value: schedule.week ? <ClockText text={hoursSentence(schedule.week)} /> : location.hoursText,
            },
            { label: 'Time zone', value: location.ownTimeZone ?? `${overview.timeZone} (the platform’s)` },
            { label: 'Closures', value: closuresText(location) },
          ]}
        />
      </section>
      <section className="q-stack-tight" aria-label="Place">
        <h3 className="q-h3">Place</h3>
        <KeyValue
          items={[
            { label: 'Address', value: location.address },
            { label: locationFields.phone.label, value: location.phone && <PhoneText value={location.phone} /> },
            { label: 'Coordinates', value: coordinates && `${coordinates.latitude}, ${coordinates.longitude}` },
            ...(overview.requireLocationCheck
              ? [
                  {
                    label: 'Check radius',
                    value: location.geofenceRadiusMeters && metersText(location.geofenceRadiusMeters),
                  },
                ]
              : []),
            { label: locationFields.notes.label, value: location.notes },
            { label: 'Added', value: <DateText value={location.createdAt} timeZone={overview.timeZone} /> },
          ]}
        />
      </section>
      <OtherFieldsSection fields={location.otherFields} />
    </div>
  )
}

/** Days of the place itself: no zone may move them. */
const dayText = (day: string) => formatDate(new Date(`${day}T00:00:00Z`), 'date', { timeZone: 'UTC' })

function closuresText({ schedule }: LocationRecord): string {
  return schedule.closures
    .map(({ from, to, reason }) => {
      const days = from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
      return reason === '' ? days : `${days} (${isolated(reason)})`
    })
    .join('; ')
}

/** Shows fields from an import or another tool; every save keeps them. */
export function OtherFieldsSection({ fields }: { fields: LocationRecord['otherFields'] }) {
  if (fields.length === 0) return null
  return (
    <section className="q-stack-tight" aria-label="Other fields">
      <h3 className="q-h3">Other fields</h3>
      <p className="q-caption">Stored by another tool. Read-only here.</p>
      <KeyValue items={fields.map(({ key, value }) => ({ label: key, value }))} />
    </section>
  )
}

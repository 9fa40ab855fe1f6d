import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import type { Closure } from '../../contract'
import { hoursSentence } from '../../hours/rules'
import { addressLine } from '../../rules'
import type { LocationFormValues } from './location-form-values'

/** An address, a position and a week are chosen as a whole. */
export const locationMergeWords: MergeWords<LocationFormValues> = {
  labels: {
    name: 'Name',
    line1: 'Address',
    line2: 'Address',
    city: 'Address',
    region: 'Address',
    postalCode: 'Address',
    country: 'Address',
    phone: 'Phone',
    timeZone: 'Time zone',
    hours: 'Opening hours',
    closures: 'Closures',
    latitude: 'Position',
    longitude: 'Position',
    radius: 'Radius in meters',
    notes: 'Notes',
  },
  show: {
    Address: addressLine,
    'Opening hours': ({ hours }) => (hours ? hoursSentence(hours) : 'Not set'),
    Closures: ({ closures }) => closures.map(closureWords).join('\n'),
  },
}

function closureWords({ from, to, reason }: Closure): string {
  const days = from === to ? from : `${from} to ${to}`
  return reason ? `${days}: ${reason}` : days
}

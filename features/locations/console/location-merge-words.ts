import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import { addressLine, addressMergeLabels } from '@quaff/platform/shared/fields/address'
import type { Closure } from '../contract'
import { hoursSentence } from '../hours/rules'
import type { LocationFormValues } from './location-form-values'

/** A position and a week are chosen as a whole. */
export const locationMergeWords: MergeWords<LocationFormValues> = {
  labels: {
    name: 'Name',
    ...addressMergeLabels,
    phone: 'Phone',
    timeZone: 'Time zone',
    hours: 'Opening hours',
    closures: 'Closures',
    latitude: 'Position',
    longitude: 'Position',
    radius: 'Radius in meters',
    notes: 'Notes',
  },
  times: ['Opening hours'],
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

import { useState } from 'react'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { LocationRecord } from '../contract'
import type { LocationAction } from './location-commands-widget'
import type { LocationView } from './location-overlay-layout'
import { locationsApi } from './location-queries'

/** What a row's menu and its keys do. */
export function useLocationActions(onView: (view: LocationView) => void) {
  const copying = useWrite<{ id: string }, null, Pick<LocationRecord, 'id'>>({
    call: ({ id: locationId }) => locationsApi.duplicate.call({ locationId, requestKey: newRequestKey() }),
    keys: [locationsApi.key()],
    failed: 'Couldn’t duplicate the location',
  })
  const [deleting, setDeleting] = useState<string>()

  const copy = async (location: { id: string }) => {
    const made = await copying.start(location, null)
    if (!made) return
    notifySuccess('Location duplicated', 'Add a name, address and map position.')
    onView({ id: made.id, action: 'edit' })
  }
  const start = (action: LocationAction, { id }: { id: string }) => {
    if (action === 'duplicate') void copy({ id })
    else if (action === 'delete') setDeleting(id)
    else onView({ id, action })
  }
  return { start, deleting, setDeleting }
}

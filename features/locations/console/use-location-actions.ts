import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLiveRefresh, useCan } from '@quaff/features/sessions/console/session-widget'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { useRefetch } from '@quaff/platform/console/query-client'
import type { LocationRecord } from '../contract'
import { locationPermissions } from '../permissions'
import type { LocationAction } from './location-commands-widget'
import type { LocationView } from './location-overlay-layout'
import { locationsApi } from './location-queries'

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

export const overviewQuery = (merchantId: string) => locationsApi.overview.queryOptions({ input: { merchantId } })

/** Why the reader may not change or add locations here; undefined where they may. */
export function useLocationRights(merchantId: string) {
  const overview = useQuery(overviewQuery(merchantId))
  const can = useCan(locationPermissions, 'location.update')
  const loading = overview.data ? undefined : 'Loading what this merchant allows.'
  const changeReason = can.reason ?? overview.data?.locked ?? loading
  return { overview, changeReason, addReason: changeReason ?? overview.data?.addRefusal ?? undefined }
}
export type LocationRights = ReturnType<typeof useLocationRights>

export function useLocationRefresh(merchantId: string) {
  useLiveRefresh(['merchant'], useRefetch(locationsApi.key()), (event) => event.subjectId === merchantId)
}

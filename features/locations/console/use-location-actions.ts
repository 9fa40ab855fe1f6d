import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { LocationAction } from './location-commands-widget'
import { locationsApi } from './location-queries'
import type { LocationView } from './sheet/location-overlay-layout'
import { useLocationsRefetch } from './use-location-rights'

/** What a row's menu and its keys do. */
export function useLocationActions(onView: (view: LocationView) => void) {
  const refetch = useLocationsRefetch()
  const duplicate = useMutation(locationsApi.duplicate.mutationOptions())
  const running = useRef(false)
  const [deleting, setDeleting] = useState<string>()

  const copy = async (locationId: string) => {
    if (running.current) return
    running.current = true
    try {
      const made = await duplicate.mutateAsync({ locationId, requestKey: newRequestKey() })
      void refetch()
      notifySuccess('Location duplicated', 'The copy has no coordinates yet. Give it a name and an address.')
      onView({ id: made.id, action: 'edit' })
    } catch (error) {
      notifyError('The location was not duplicated', errorText(error))
    } finally {
      running.current = false
    }
  }
  const start = (action: LocationAction, { id }: { id: string }) => {
    if (action === 'duplicate') void copy(id)
    else if (action === 'delete') setDeleting(id)
    else onView({ id, action })
  }
  return { start, deleting, setDeleting }
}

import { TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { counted, formatCount } from '@quaff/platform/console/display/formats'
import { Notice, SkeletonText } from '@quaff/platform/console/display/panel'
import { errorText, unreachableText } from '@quaff/platform/console/forms/error-text'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { useRun } from '@quaff/platform/console/forms/use-write'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isTypedName } from '@quaff/platform/shared/pasted-text'
import { inWords, isolated } from '@quaff/platform/shared/readable-text'
import type { LocationRecord } from '../contract'
import { locationsApi } from './location-queries'

interface DeleteLocationDialogProps {
  locationId: string
  onDeleted: () => void
  onClose: () => void
}

export function DeleteLocationDialog({ locationId, onDeleted, onClose }: DeleteLocationDialogProps) {
  // Bypasses the cache: a redemption one minute ago decides if the dialog requires the name.
  const record = useQuery(locationsApi.get.queryOptions({ input: { locationId }, staleTime: 0 }))
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useRun([locationsApi.key()], (error) => {
    setProblem(errorText(error))
    const reason = reasonOf(error)
    if (reason === 'STALE_VERSION' || reason === 'REDEEMED_LATELY') void record.refetch()
  })
  const [typed, setTyped] = useState('')
  const fieldRef = useRef<HTMLInputElement>(null)
  const guard = useCloseGuard(false, onClose)
  const location = record.data
  const needsName = location !== undefined && location.redemptions30Days > 0
  const confirmed = !needsName || isTypedName(typed, location.name)

  // The field comes after the dialog has taken the focus.
  useEffect(() => {
    if (needsName) fieldRef.current?.focus()
  }, [needsName])

  const submit = () => {
    if (!location) return
    setProblem(undefined)
    const call = async () => {
      const gone = await locationsApi.remove.call({ locationId, version: location.version, confirmName: typed })
      notifySuccess('Location deleted', `${isolated(location.name)}. Past redemptions are kept.`)
      onDeleted()
      // A refetch of the deleted location would only fail.
      client.removeQueries({ queryKey: locationsApi.get.queryKey({ input: { locationId } }) })
      return gone
    }
    void run({}, { call })
  }

  return (
    <FormDialog
      guard={guard}
      title={location ? `Delete ${isolated(location.name)}?` : 'Delete location?'}
      description="Past redemptions will show “Unknown Location”. This can’t be undone."
      button="Delete location"
      danger
      blocked={!location || !confirmed}
      saving={{ busy, problem, submit }}
      failed="Couldn’t delete the location"
    >
      {record.isPending && <SkeletonText lines={2} />}
      {record.isError && !location && <Notice tone="danger">{errorText(record.error, unreachableText)}</Notice>}
      {location && <Consequences location={location} />}
      {needsName && (
        <TextInput
          label={`Type “${isolated(location.name)}” to confirm`}
          ref={fieldRef}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}

function Consequences({ location }: { location: LocationRecord }) {
  const { redemptions30Days, redemptionsToday, plansOnlyHere, endsSales } = location
  return (
    <>
      {endsSales && (
        <Notice tone="warn" title="This is your only location">
          Your venue is selling. Without a location, customers can’t redeem their passes.
        </Notice>
      )}
      {redemptions30Days > 0 && (
        <Notice tone="warn">
          {`${counted(redemptions30Days, 'pass was', 'passes were')} redeemed here in the last 30 days${redemptionsToday > 0 ? `, ${formatCount(redemptionsToday)} of them today` : ''}.`}
        </Notice>
      )}
      {plansOnlyHere.length > 0 && (
        <Notice
          tone="warn"
          title={plansOnlyHere.length === 1 ? 'A plan is valid only here' : 'Plans are valid only here'}
        >
          {`${inWords(plansOnlyHere.map(isolated))} would have no location. Update their locations first.`}
        </Notice>
      )}
    </>
  )
}

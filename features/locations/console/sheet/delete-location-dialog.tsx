import { TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { useRefetch } from '@quaff/platform/console/query-client'
import type { LocationRecord } from '../../contract'
import { locationsApi } from '../location-queries'

interface DeleteLocationDialogProps {
  locationId: string
  onDeleted: () => void
  onClose: () => void
}

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

export function DeleteLocationDialog({ locationId, onDeleted, onClose }: DeleteLocationDialogProps) {
  // Fresh figures: what was redeemed a minute ago decides whether the name is asked for.
  const record = useQuery(locationsApi.get.queryOptions({ input: { locationId }, staleTime: 0 }))
  const client = useQueryClient()
  const refetch = useRefetch(locationsApi.key())
  const remove = useMutation(locationsApi.remove.mutationOptions())
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const running = useRef(false)
  const fieldRef = useRef<HTMLInputElement>(null)
  const location = record.data
  const needsName = location !== undefined && location.redemptionsToday > 0
  const confirmed = !needsName || typed.trim() === location.name.trim()

  // The field comes after the dialog has taken the focus.
  useEffect(() => {
    if (needsName) fieldRef.current?.focus()
  }, [needsName])

  const submit = async () => {
    if (!location || !confirmed || running.current) return
    running.current = true
    setProblem(undefined)
    try {
      await remove.mutateAsync({ locationId, version: location.version, confirmName: typed })
      notifySuccess('Location deleted', `${location.name}. Past redemptions stay.`)
      onDeleted()
      // Reading anew what is gone would only fail.
      client.removeQueries({ queryKey: locationsApi.get.queryKey({ input: { locationId } }) })
      void refetch()
    } catch (error) {
      setProblem(errorText(error))
      const reason = reasonOf(error)
      if (reason === 'STALE_VERSION' || reason === 'REDEEMED_TODAY') void record.refetch()
    } finally {
      running.current = false
    }
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={location ? `Delete ${location.name}?` : 'Delete location?'}
      description="Past redemptions stay and read “Unknown Location”. This cannot be undone."
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" type="submit" disabled={!location || !confirmed} loading={remove.isPending}>
            Delete location
          </Button>
        </>
      }
    >
      {record.isPending && <SkeletonText lines={2} />}
      {record.isError && !location && <Notice tone="danger">{errorText(record.error)}</Notice>}
      {problem !== undefined && (
        <Notice tone="danger" title="The location was not deleted" announce>
          {problem}
        </Notice>
      )}
      {location && <Consequences location={location} />}
      {needsName && (
        <TextInput
          label={`Type "${location.name}" to confirm`}
          autoComplete="off"
          ref={fieldRef}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </Dialog>
  )
}

function Consequences({ location }: { location: LocationRecord }) {
  const { redemptionsToday: today, plansOnlyHere } = location
  return (
    <>
      {today > 0 && (
        <Notice tone="warn">{`${today === 1 ? 'A pass was' : `${today} passes were`} redeemed here today.`}</Notice>
      )}
      {plansOnlyHere.length > 0 && (
        <Notice
          tone="warn"
          title={plansOnlyHere.length === 1 ? 'A plan is valid only here' : 'Plans are valid only here'}
        >
          {`${listFormat.format(plansOnlyHere)} could be redeemed nowhere afterwards. Change the valid locations first.`}
        </Notice>
      )}
    </>
  )
}

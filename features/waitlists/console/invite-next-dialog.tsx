import { NumberInput } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { ErrorNotice, SkeletonText } from '@quaff/platform/console/display/panel'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { ErrorState } from '@quaff/platform/console/list/list-states'
import { useRefetch } from '@quaff/platform/console/query-client'
import type { Waitlist } from '../contract'
import { entryLimits, type EntryRow } from '../entries-contract'
import { ChangeResults, PeopleList } from './change-entries-dialog'
import { countText } from './waitlist-labels'
import { waitlistsApi } from './waitlist-queries'

const firstCount = 10

/** Invites exactly the listed people, even if a retry happens after new people joined. */
export function InviteNextDialog({ list, onClose }: { list: Waitlist; onClose: () => void }) {
  const refetch = useRefetch(waitlistsApi.key())
  const [typed, setTyped] = useState<number | string>(firstCount)
  const [requested, setRequested] = useState<readonly EntryRow[]>()
  const requestKey = useRef(newRequestKey())
  const running = useRef(false)
  const count = Math.min(Math.max(Math.trunc(Number(typed)) || 1, 1), entryLimits.perChange)
  const preview = useQuery(
    waitlistsApi.previewNext.queryOptions({
      input: { waitlistId: list.id, count },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  )
  const invite = useMutation(waitlistsApi.changeEntries.mutationOptions({ onSettled: () => void refetch() }))
  const rows = requested ?? preview.data?.rows ?? []
  const results = invite.data
  const isCurrent = requested !== undefined || (preview.isSuccess && !preview.isPlaceholderData)
  const run = () => {
    // State comes a drawing too late for the second click of a double click.
    if (running.current) return
    running.current = true
    setRequested(rows)
    invite.mutate(
      {
        waitlistId: list.id,
        action: 'invite',
        entries: rows.map(({ id, version }) => ({ id, version })),
        requestKey: requestKey.current,
      },
      { onSettled: () => (running.current = false) },
    )
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title="Invite next"
      description={`Shortlisted first, then longest waiting. Invitations expire after ${countText(list.invitationDays, 'day', 'days')}.`}
      keepOnOutsideClick
      footer={
        results ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <DialogButtons
            onCancel={onClose}
            disabled={rows.length === 0 || !isCurrent}
            loading={invite.isPending}
            onClick={run}
          >
            {rows.length === 0 ? 'Invite' : `Invite ${countText(rows.length)}`}
          </DialogButtons>
        )
      }
    >
      <ErrorNotice title="Couldn’t send the invitations" text={invite.error && errorText(invite.error)} />
      {results ? (
        <ChangeResults results={results} done="invited" />
      ) : (
        <>
          <NumberInput
            label="How many"
            description={preview.data && availableText(preview.data.available)}
            data-autofocus
            min={1}
            max={entryLimits.perChange}
            allowDecimal={false}
            value={typed}
            onChange={(value) => {
              setTyped(value)
              setRequested(undefined)
              invite.reset()
              requestKey.current = newRequestKey()
            }}
          />
          {preview.isPending && <SkeletonText lines={4} />}
          {preview.isError && <ErrorState what="preview" onRetry={() => void preview.refetch()} />}
          {rows.length > 0 && (
            <>
              <p className="q-secondary" role="status">
                {emailText(rows.length, count, isCurrent)}
              </p>
              <PeopleList label="Who will be invited" people={rows} />
            </>
          )}
        </>
      )}
    </Dialog>
  )
}

function availableText(available: number): string {
  if (available === 0) return 'No one is waiting on this list.'
  return `${countText(available)} can be invited, up to ${entryLimits.perChange} at a time.`
}

function emailText(people: number, wanted: number, isCurrent: boolean): string {
  if (!isCurrent) return 'Counting…'
  const mails = `Sends ${countText(people, 'invitation', 'invitations')}.`
  return people < wanted ? `Only ${countText(people)} can be invited. ${mails}` : mails
}

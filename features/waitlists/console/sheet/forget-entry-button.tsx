import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { EntryRow } from '../../entries/contract'
import { nameOf } from '../entry-looks'
import { useWaitlistRefetch } from '../use-waitlist-refresh'
import { waitlistsApi } from '../waitlist-queries'

interface ForgetEntryProps {
  entry: EntryRow
  onForgotten: () => void
}

/** For whoever asks to be forgotten and has no account; "Remove" keeps the row. */
export function ForgetEntryButton({ entry, onForgotten }: ForgetEntryProps) {
  const [asking, setAsking] = useState(false)
  return (
    <section className="q-stack-tight" aria-label="Personal data">
      <h3 className="q-h3">Personal data</h3>
      <p className="q-secondary">Somebody who asks to be forgotten is deleted. Remove keeps what they told.</p>
      <div className="q-row">
        <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
          Delete for good…
        </Button>
      </div>
      {asking && <ForgetEntryDialog entry={entry} onForgotten={onForgotten} onClose={() => setAsking(false)} />}
    </section>
  )
}

function ForgetEntryDialog({ entry, onForgotten, onClose }: ForgetEntryProps & { onClose: () => void }) {
  const refetch = useWaitlistRefetch()
  const removal = useMutation(
    waitlistsApi.forget.mutationOptions({
      onSuccess: () => {
        // Without the name: what was asked for is that it stands nowhere any more.
        notifySuccess('Deleted for good')
        onForgotten()
        void refetch()
      },
    }),
  )
  const { waitlistId, id: entryId, version } = entry
  const reload = () => {
    removal.reset()
    void refetch()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Delete ${nameOf(entry)} for good?`}
      description="Everything this list knows about the person goes: name, address, answers, notes and an open invitation. This cannot be undone. Friends keep their places and counts."
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            loading={removal.isPending}
            onClick={() => removal.mutate({ waitlistId, entryId, version })}
          >
            Delete for good
          </Button>
        </>
      }
    >
      {removal.isError &&
        (isStale(removal.error) ? (
          <StaleNotice what="person" error={removal.error} onReload={reload} />
        ) : (
          <Notice tone="danger" title="The person was not deleted" announce>
            {errorText(removal.error)}
          </Notice>
        ))}
    </Dialog>
  )
}

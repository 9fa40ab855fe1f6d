import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { AffiliateLink } from '../../contract'
import { affiliatesApi } from '../affiliate-queries'
import { shortAddress } from '../link-looks'
import { useLinkRefetch } from '../use-link-refresh'

type ArchiveLinkDialogProps = { link: AffiliateLink; archived: boolean; onClose: () => void }

/** Asks once, also before a link comes back: what is printed works again then. */
export function ArchiveLinkDialog({ link: opened, archived, onClose }: ArchiveLinkDialogProps) {
  const refetch = useLinkRefetch()
  const [link, setLink] = useState(opened)
  const running = useRef(false)
  const change = useMutation(affiliatesApi.setArchived.mutationOptions())
  const run = () => {
    // State comes a drawing too late for the second click of a double click.
    if (running.current) return
    running.current = true
    change.mutate(
      { linkId: link.id, version: link.version, archived },
      {
        onSuccess: () => {
          void refetch()
          notifySuccess(archived ? 'Link archived' : 'Link restored', link.name)
          onClose()
        },
        onSettled: () => (running.current = false),
      },
    )
  }
  const reload = async () => {
    setLink(await affiliatesApi.get.call({ linkId: link.id }))
    change.reset()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${archived ? 'Archive' : 'Restore'} ${link.name}?`}
      description={
        archived
          ? `${shortAddress(link.address)} leads to the neutral invitation page from now on. The figures stay, and the link can be restored.`
          : `${shortAddress(link.address)} leads to its destination again, within its dates.`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={archived ? 'danger' : 'primary'} data-autofocus loading={change.isPending} onClick={run}>
            {archived ? 'Archive' : 'Restore'}
          </Button>
        </>
      }
    >
      {change.isError &&
        (isStale(change.error) ? (
          <StaleNotice what="link" error={change.error} onReload={() => void reload()} />
        ) : (
          <Notice tone="danger" title="Nothing was changed" announce>
            {errorText(change.error)}
          </Notice>
        ))}
    </Dialog>
  )
}

import { useMediaQuery } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreview } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { Popover } from '@quaff/platform/console/controls/popover'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { mainLandmark } from '@quaff/platform/console/theme/landmark'
import { BellButton } from './bell-button'
import { notificationsApi } from './notifications-queries'
import { useWaiting } from './use-waiting'
import classes from './bell.module.css'

const Dialog = deferred(async () => (await import('@quaff/platform/console/controls/dialog')).Dialog)

// What waits is read by whoever opens it: until then there is its number alone.
const WaitingPanel = deferred(
  async () => (await import('./waiting-panel')).WaitingPanel,
  <div className={classes.loading}>
    <SkeletonText lines={4} />
  </div>,
)

/** What waits for the person who is signed in: a list below the bell, on phones a sheet. */
export function Bell() {
  const [opened, setOpened] = useState(false)
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const { data, isError, isFetching, refetch, refresh } = useWaiting()
  // A bell that could not be marked is simply new again: of no matter to whoever looks.
  const markSeen = useMutation(notificationsApi.markSeen.mutationOptions())
  const preview = usePreview()
  const newCount = data?.items.filter(({ isNew }) => isNew).length ?? 0

  const change = async (next: boolean) => {
    setOpened(next)
    // What was new stays marked while it is read.
    if (next || !data || newCount === 0 || preview) return
    await markSeen.mutateAsync({ asOf: data.asOf }).catch(() => undefined)
    await refresh()
  }
  const close = () => void change(false)
  const button = (
    <BellButton
      newCount={newCount}
      opened={opened}
      onPointerEnter={WaitingPanel.preload}
      onFocus={WaitingPanel.preload}
      onClick={() => void change(!opened)}
    />
  )
  const panel = (
    <WaitingPanel
      items={data?.items}
      state={isError ? 'failed' : 'loaded'}
      retrying={isFetching}
      onRetry={() => void refetch()}
      onLeave={close}
    />
  )
  if (phone) {
    return (
      <>
        {button}
        {opened && (
          <Dialog opened onClose={close} title="Notifications">
            {panel}
          </Dialog>
        )}
      </>
    )
  }
  return (
    <Popover
      opened={opened}
      onChange={(next) => void change(next)}
      position="bottom-end"
      width={400}
      trapFocus
      hideDetached={false}
      portalTarget={mainLandmark()}
      className={classes.dropdown}
      target={button}
    >
      <h2 className={`q-h3 ${classes.title}`} tabIndex={-1} data-autofocus>
        Notifications
      </h2>
      <div className={classes.content}>{panel}</div>
    </Popover>
  )
}

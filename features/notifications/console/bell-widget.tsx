import { useMediaQuery } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ButtonHTMLAttributes, type Ref, useEffect, useRef, useState, useMemo } from 'react'
import { useLiveEvents, usePreview } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { Popover, mainLandmark } from '@quaff/platform/console/controls/popover'
import { SkeletonText } from '@quaff/platform/console/display/panel'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { notificationLimits } from '../contract'
import { bellLabel, waitingBadges, type WaitingBadge } from '../rules'
import { notificationsApi } from './notifications-queries'
import classes from './bell.module.css'

const Dialog = deferred(async () => (await import('@quaff/platform/console/controls/dialog')).Dialog)

// Loaded when opened; until then only its count is known.
const WaitingPanel = deferred(
  async () => (await import('./waiting-panel')).WaitingPanel,
  <div className={classes.loading}>
    <SkeletonText lines={4} />
  </div>,
)

export function Bell() {
  const [opened, setOpened] = useState(false)
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { data, isError, isFetching, refetch, refresh } = useWaiting()
  // A failed mark needs no message: the items are new again next time.
  const markSeen = useMutation(notificationsApi.markSeen.mutationOptions())
  const preview = usePreview()
  const newCount = data?.items.filter(({ isNew }) => isNew).length ?? 0

  const change = async (next: boolean) => {
    setOpened(next)
    // New items stay marked while they are shown.
    if (next || !data || newCount === 0 || preview) return
    await markSeen.mutateAsync({ asOf: data.asOf }).catch(() => undefined)
    await refresh()
  }
  const close = () => void change(false)
  const button = (
    <BellButton
      waiting={data?.items.length ?? 0}
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

/**
 * Changes of these topics may add or remove open tasks; submissions and payouts arrive as audit events. A burst
 * causes one request.
 */
const topics = ['user', 'merchant', 'audit'] as const

function useWaiting() {
  const queryClient = useQueryClient()
  const query = useQuery({
    ...notificationsApi.waiting.queryOptions({ input: {} }),
    refetchInterval: notificationLimits.refetchMs,
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const refresh = () => queryClient.invalidateQueries({ queryKey: notificationsApi.waiting.key() })
  useLiveEvents(topics, () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void refresh(), notificationLimits.liveQuietMs)
  })
  return { ...query, refresh }
}

/** Attributes from the popover are passed to the button. */
interface BellButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  waiting: number
  newCount: number
  opened: boolean
  ref?: Ref<HTMLButtonElement>
}

function BellButton({ waiting, newCount, opened, className = '', ...rest }: BellButtonProps) {
  return (
    <Button
      {...rest}
      variant="quiet"
      className={`${classes.bell} ${className}`}
      aria-label={bellLabel(waiting, newCount)}
      aria-haspopup="dialog"
      aria-expanded={opened}
    >
      <Glyph icon={IconBell} size={18} />
      {waiting > 0 && (
        <span className={classes.count} data-new={newCount > 0} aria-hidden>
          {waiting > 9 ? '9+' : waiting}
        </span>
      )}
    </Button>
  )
}

/** Counts of pending items by sidebar page. Uses the same query as the bell, so both always agree. */
export function useWaitingBadges(merchantId: string | null): ReadonlyMap<string, WaitingBadge> {
  const { data } = useQuery(notificationsApi.waiting.queryOptions({ input: {} }))
  return useMemo(() => waitingBadges(data ?? { items: [], onWaitlists: 0 }, merchantId), [data, merchantId])
}

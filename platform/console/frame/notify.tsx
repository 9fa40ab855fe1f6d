import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { Button } from '../controls/button'
import { deferred } from '../controls/deferred'
import { useIdlePreload } from '../controls/use-idle-preload'
import { isUnconfirmedText } from '../forms/error-text'
import { Glyph } from '../theme/glyph'
import classes from './notify.module.css'

interface NotifyAction {
  label: string
  run: () => void
  /** How long the toast is shown. Defaults to the duration of other toasts. */
  forMs?: number
}

type Tone = 'ok' | 'danger'

interface Said {
  title: string
  message?: string | undefined
  action?: NotifyAction | undefined
  /** The record that it is about: its last word takes the place of the one before. */
  about?: string | undefined
}

let shown = 0
const gap = 8

async function show(tone: Tone, { title, message, action, about }: Said) {
  // Most visits end without a toast, so the code that renders them loads with the first one.
  const { notifications, notificationsStore } = await requestToasts()
  const { notifications: visible, queue } = notificationsStore.getState()
  for (const { id: before = '' } of [...visible, ...queue])
    if (about !== undefined && before.startsWith(`${about} `)) notifications.hide(before)
  const id = notifications.show({
    ...(about === undefined ? {} : { id: `${about} ${++shown}` }),
    title,
    ...(action?.forMs === undefined ? {} : { autoClose: action.forMs }),
    message: (
      <span className={classes.body} ref={makeWay}>
        {message && <span>{message}</span>}
        {action && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              notifications.hide(id)
              action.run()
            }}
          >
            {action.label}
          </Button>
        )}
      </span>
    ),
    icon: <Glyph icon={tone === 'ok' ? IconCircleCheck : IconAlertCircle} size={18} stroke={1.75} />,
    role: tone === 'ok' ? 'status' : 'alert',
    classNames: {
      root: classes.toast,
      icon: tone === 'ok' ? classes.ok : classes.danger,
      title: classes.title,
      body: classes.parts,
      description: classes.parts,
    },
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}

/** The toast lies over the top bar; one that would reach the page's title or buttons on a phone lies below them. */
function makeWay(body: HTMLElement | null) {
  const toast = body?.closest('[role]')
  if (!toast) return
  const { left: start, right: end } = toast.getBoundingClientRect()
  if (end - start < window.innerWidth / 2) return void document.documentElement.style.removeProperty('--toast-top')
  const covered = [...document.querySelectorAll('[data-page-header] > *')]
    .map((part) => part.getBoundingClientRect())
    .filter(({ left, right, bottom }) => left < end && right > start && bottom > 0)
  const [first] = covered.map(({ top }) => top).toSorted((a, b) => a - b)
  // It has not unfolded yet.
  const isFree = first === undefined || first >= gap + toast.scrollHeight
  const top = isFree ? gap : Math.max(...covered.map(({ bottom }) => bottom)) + gap
  document.documentElement.style.setProperty('--toast-top', `${top}px`)
}

export function notifySuccess(title: string, message?: string, action?: NotifyAction, about?: string) {
  void show('ok', { title, message, action, about })
}

export function notifyError(title: string, message?: string, action?: NotifyAction, about?: string) {
  const words = isUnconfirmedText(message) ? { title: String(message) } : { title, message }
  void show('danger', { ...words, action, about })
}

let wanted = false
const listeners = new Set<() => void>()
const place = { limit: 3, defaultPosition: 'top-center' } as const

async function load() {
  const toasts = await import('@mantine/notifications')
  // Toasts that arrive before the first render have the same limit.
  toasts.notificationsStore.updateState((state) => ({ ...state, ...place }))
  return toasts
}

const Toasts = deferred(async () => (await load()).Notifications)

/** Mounts the toasts and returns their library. */
function requestToasts() {
  wanted = true
  for (const listener of listeners) listener()
  return load()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function ToastHost() {
  const shown = useSyncExternalStore(subscribe, () => wanted)
  // The first toast may have to say that there is no network.
  useIdlePreload(Toasts)
  if (!shown) return null
  return (
    <Toasts
      className={classes.place}
      position={place.defaultPosition}
      autoClose={4000}
      limit={place.limit}
      containerWidth={400}
    />
  )
}

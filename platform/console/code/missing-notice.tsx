import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '../controls/button'
import { Notice } from '../display/notice'
import { useMissingReason, useRetry, type MissingReason } from './missing-code'
import notify from '../frame/notify.module.css'

const words = {
  offline: { title: 'You’re offline', text: 'This opens when you’re back online.' },
  outdated: { title: 'A new version is ready', text: 'Save your changes, then reload to open this.' },
  unreachable: { title: 'Couldn’t load this', text: 'Retrying…' },
} as const satisfies Record<MissingReason, { title: string; text: string }>

interface MissingNoticeProps {
  onRetry: () => Promise<unknown>
  onClose?: () => void
}

/** In place of something whose code did not come; goes by itself as soon as it does. */
export function MissingNotice({ onRetry, onClose }: MissingNoticeProps) {
  const reason = useMissingReason()
  const [isTrying, setIsTrying] = useState(false)
  useRetry(() => void onRetry(), reason !== 'outdated')
  const retry = async () => {
    setIsTrying(true)
    await onRetry()
    setIsTrying(false)
  }
  const action = (
    <span className="q-row">
      {reason === 'outdated' ? (
        <Button size="sm" icon={IconRefresh} onClick={() => window.location.reload()}>
          Reload
        </Button>
      ) : (
        <Button size="sm" icon={IconRefresh} loading={isTrying} onClick={() => void retry()}>
          Retry
        </Button>
      )}
      {onClose && (
        <Button size="sm" variant="quiet" onClick={onClose}>
          Dismiss
        </Button>
      )}
    </span>
  )
  return (
    <Notice tone="warn" icon={IconPlugConnectedX} title={words[reason].title} action={action} announce>
      {words[reason].text}
    </Notice>
  )
}

let missing: readonly MissingNoticeProps[] = []
const listeners = new Set<() => void>()

function change(next: readonly MissingNoticeProps[]) {
  missing = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For what has no place in the page, as a dialog: said once for all that is missing, in the place of toasts. */
export function MissingPart({ onRetry, onClose }: MissingNoticeProps) {
  useEffect(() => {
    const part = { onRetry, onClose }
    change([...missing, part])
    return () => change(missing.filter((other) => other !== part))
  }, [onRetry, onClose])
  return null
}

export function MissingPartsHost() {
  const parts = useSyncExternalStore(subscribe, () => missing)
  if (parts.length === 0) return null
  const closers = parts.flatMap(({ onClose }) => onClose ?? [])
  const closeAll = () => {
    for (const close of closers) close()
  }
  return (
    <div className={`${notify.place} ${notify.missing}`}>
      <MissingNotice
        onRetry={() => Promise.all(parts.map(({ onRetry }) => onRetry()))}
        onClose={closers.length > 0 ? closeAll : undefined}
      />
    </div>
  )
}

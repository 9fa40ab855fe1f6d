import { useEffect, useRef, type ReactNode } from 'react'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import type { ReviewItem } from '../../contract'
import { priorityText, waitingText } from './review-words'
import classes from './review-desk.module.css'

interface ReviewQueueListProps {
  items: readonly ReviewItem[]
  currentId: string
  onOpen: (id: string) => void
  foot: ReactNode
}

/** Most urgent first, each with the reason. */
export function ReviewQueueList({ items, currentId, onOpen, foot }: ReviewQueueListProps) {
  const currentRef = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    currentRef.current?.scrollIntoView?.({ block: 'nearest' })
  }, [currentId])
  return (
    <nav className={classes.queue} aria-label="Review queue">
      <ol className={classes.items}>
        {items.map((item) => {
          const isCurrent = item.id === currentId
          return (
            <li key={item.id}>
              <button
                ref={isCurrent ? currentRef : undefined}
                type="button"
                className={classes.item}
                aria-current={isCurrent || undefined}
                onClick={() => onOpen(item.id)}
              >
                <InitialsMark name={item.name} imageUrl={item.logoUrl} />
                <span className="q-grow">
                  <b className={`q-strong q-truncate ${classes.name}`}>{item.name}</b>
                  <span className={`q-caption ${classes.line}`}>
                    {`${waitingText(item.daysWaiting)} · ${item.completeness}% complete`}
                  </span>
                  <span className={`q-caption ${classes.line}`}>{priorityText(item)}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      {foot}
    </nav>
  )
}

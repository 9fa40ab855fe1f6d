import { Portal } from '@mantine/core'
import { useFocusTrap } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { totalText } from '@quaff/platform/shared/pagination'
import { IconButton } from '../controls/button'
import { focusBeneath } from '../controls/popover'
import type { Reading } from '../display/panel'
import { useShortcuts } from '../frame/shortcuts'
import { isNotFound } from '../query-client'
import { isAbsent, MissingState, ReadingState } from './list-states'
import classes from './record-sheet.module.css'

interface RecordSheetProps {
  opened: boolean
  onClose: () => void
  /** Names the sheet; rendered as its heading unless `header` has its own. */
  title: string
  position?: { index: number; total: number }
  /** Before "1 of 141", as in "Merchant 1 of 141"; and in "Couldn’t load this merchant". */
  noun?: string
  onPrevious?: () => void
  onNext?: () => void
  /** Beside previous and next. */
  barActions?: ReactNode
  header?: ReactNode
  tabs?: ReactNode
  /** The record's query: its state is shown until there are children. A missing record shows only that. */
  query?: Reading
  children: ReactNode
  footer?: ReactNode
  /** 'page' is for editors: as wide as the page, with a scrim. */
  size?: 'default' | 'page'
}

export function RecordSheet(props: RecordSheetProps) {
  if (!props.opened) return null
  const { noun = 'Record', query } = props
  const missing = {
    title: noun,
    header: undefined,
    tabs: undefined,
    barActions: undefined,
    footer: undefined,
    children: (
      <MissingState
        noun={noun.toLowerCase()}
        text={query?.absence}
        wasShown={query !== undefined && query.data !== undefined && isNotFound(query.error)}
      />
    ),
  }
  return (
    <Portal>
      <OpenSheet {...props} {...(query && isAbsent(query) ? missing : {})} />
    </Portal>
  )
}

function OpenSheet({
  onClose,
  title,
  position,
  noun = 'Record',
  onPrevious,
  onNext,
  barActions,
  header,
  tabs,
  query,
  children,
  footer,
  size = 'default',
}: RecordSheetProps) {
  const titleId = useId()
  const modal = size === 'page'
  // The bar of a sheet without a position is empty on its left.
  const titleInBar = !header && !position
  const trapRef = useFocusTrap(modal)
  const sheetRef = useReturnFocus()
  useShortcuts(
    [
      { keys: 'escape', label: 'Close', section: 'Record', run: onClose, allowInInputs: true },
      ...(onPrevious ? [{ keys: 'arrowleft', label: 'Previous', section: 'Record', run: onPrevious }] : []),
      ...(onNext ? [{ keys: 'arrowright', label: 'Next', section: 'Record', run: onNext }] : []),
    ],
    'overlay',
  )
  return (
    <>
      {modal && <div className={classes.scrim} onClick={onClose} aria-hidden />}
      <div ref={trapRef} className={classes.layer}>
        <section
          ref={sheetRef}
          className={classes.sheet}
          data-size={size}
          data-overlay={footer ? 'docked' : 'free'}
          role="dialog"
          aria-modal={modal || undefined}
          aria-labelledby={titleId}
          tabIndex={0}
        >
          <div className={classes.bar}>
            {position && (
              <span className="q-caption q-nowrap q-num">
                <span className="q-not-phone">{noun} </span>
                {position.index} of {totalText(position.total)}
              </span>
            )}
            {titleInBar && (
              <h2 id={titleId} className="q-h2 q-truncate">
                {title}
              </h2>
            )}
            <span className={classes.barEnd}>
              {barActions && <span className={classes.barActions}>{barActions}</span>}
              {position && (
                <IconButton
                  size="sm"
                  icon={IconChevronLeft}
                  label="Previous"
                  disabled={!onPrevious}
                  onClick={onPrevious}
                />
              )}
              {position && (
                <IconButton size="sm" icon={IconChevronRight} label="Next" disabled={!onNext} onClick={onNext} />
              )}
              <IconButton size="sm" icon={IconX} label="Close" onClick={onClose} />
            </span>
          </div>
          {!titleInBar && (
            <div className={classes.head} data-above-tabs={tabs !== undefined}>
              <h2 id={titleId} className={header ? 'q-hidden' : 'q-h2'}>
                {title}
              </h2>
              {header}
            </div>
          )}
          {tabs && <div className={classes.tabs}>{tabs}</div>}
          <div className={classes.body} tabIndex={0}>
            {children || (query && <ReadingState query={query} lines={8} what={`this ${noun.toLowerCase()}`} />)}
          </div>
          {footer && <div className={classes.footer}>{footer}</div>}
        </section>
      </div>
    </>
  )
}

/** Focuses the sheet when it opens and returns the focus on close, even if the previous element was rendered again. */
function useReturnFocus() {
  const ref = useRef<HTMLElement>(null)
  // Read before the sheet's own fields are there, since one of them may take the focus as it appears.
  const [origin] = useState(() => (document.activeElement instanceof HTMLElement ? document.activeElement : undefined))
  useEffect(() => {
    const rowId = origin?.closest<HTMLElement>('[data-row-id]')?.dataset.rowId
    // A command opens a record and a dialog over it: the dialog gets the focus, independent of the render order.
    const question = document.querySelector('.mantine-Modal-content form')
    if (question) setTimeout(() => keepFocusIn(question))
    else if (!ref.current?.contains(document.activeElement)) ref.current?.focus({ preventScroll: true })
    return () => {
      if (origin?.isConnected) origin.focus({ preventScroll: true })
      else if (rowId !== undefined)
        document
          .querySelector<HTMLElement>(`[data-row-id="${CSS.escape(rowId)}"] [data-row-link]`)
          ?.focus({ preventScroll: true })
      setTimeout(focusBeneath)
    }
  }, [origin])
  return ref
}

function keepFocusIn(question: Element) {
  const first = question.querySelector<HTMLElement>('[data-autofocus]') ?? question.querySelector('button')
  if (!question.contains(document.activeElement)) first?.focus({ preventScroll: true })
}

/** The sheet's context from the list that opened it. */
export interface SheetOfList<Row> {
  /** Undefined where no sheet is open. */
  id: string | undefined
  rows: readonly Row[]
  total: number | undefined
  onOpen: (id: string) => void
  onClose: () => void
}

type SheetPosition = {
  position?: { index: number; total: number }
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/**
 * Returns the position of the open record among the loaded rows, with links to its neighbors. Undefined if it is not
 * among them.
 */
export function sheetPosition(
  rows: readonly { id: string }[],
  openId: string | undefined,
  total: number | undefined,
  onOpen: (id: string) => void,
): SheetPosition {
  const index = rows.findIndex((row) => row.id === openId)
  if (index === -1) return {}
  const wayTo = (row: { id: string } | undefined) => row && (() => onOpen(row.id))
  return {
    position: { index: index + 1, total: total ?? rows.length },
    onPrevious: wayTo(rows[index - 1]),
    onNext: wayTo(rows[index + 1]),
  }
}

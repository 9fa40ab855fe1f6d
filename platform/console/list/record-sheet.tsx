import { Portal } from '@mantine/core'
import { useFocusTrap } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { totalText } from '@quaff/platform/shared/pagination'
import { IconButton } from '../controls/button'
import type { Reading } from '../display/panel'
import { useShortcuts } from '../frame/shortcuts'
import { isNotFound } from '../query-client'
import { isAbsent, MissingState, ReadingState } from './list-states'
import { useReturnFocus } from './sheet/use-return-focus'
import classes from './record-sheet.module.css'

interface RecordSheetProps {
  opened: boolean
  onClose: () => void
  /** Names the sheet; drawn as its heading unless `header` brings its own. */
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
  /** What reads the record: says how that goes as long as there are no children. A missing one shows nothing else. */
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

import { Modal } from '@mantine/core'
import { useEffect } from 'react'
import { useAfterFrame } from '../controls/deferred'
import { focusBeneath } from '../controls/popover'
import { CommandList, type CommandListProps } from './command-list'
import classes from './command-palette.module.css'

/** More than its list has room for, on phones as well. */
const FIRST_OPTIONS = 14

type CommandPaletteProps = CommandListProps & {
  opened: boolean
  onClose: () => void
  /** Had the focus, and gets it back. */
  before?: Element | null
}

export function CommandPalette({ opened, onClose, placeholder, before = null, ...list }: CommandPaletteProps) {
  // Most options are out of sight: the palette does not wait for them.
  const isDrawn = useAfterFrame()
  // The dialog is gone before it could return the focus.
  useEffect(() => () => void requestAnimationFrame(() => returnFocus(before)), [before])
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered={false}
      yOffset="12vh"
      size={560}
      radius="xl"
      classNames={{ content: classes.content, overlay: classes.overlay }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={placeholder}>
        <CommandList
          {...list}
          placeholder={placeholder}
          onClose={onClose}
          drawn={isDrawn ? undefined : FIRST_OPTIONS}
        />
        <div className={`q-caption q-not-phone ${classes.foot}`} aria-hidden>
          <span>
            <kbd className="q-kbd">↑</kbd> <kbd className="q-kbd">↓</kbd> move
          </span>
          <span>
            <kbd className="q-kbd">↵</kbd> open
          </span>
          <span className="q-end">
            <kbd className="q-kbd">&gt;</kbd> actions only
          </span>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The choice may have opened a dialog, which keeps the focus, or left the page of the element. */
function returnFocus(before: Element | null) {
  if (document.activeElement !== document.body) return
  if (before instanceof HTMLElement && before.isConnected) before.focus()
  focusBeneath()
}

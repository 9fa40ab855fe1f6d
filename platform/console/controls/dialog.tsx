import { Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button'
import { focusBeneath } from './popover'
import classes from './dialog.module.css'

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, primary last. */
  footer?: ReactNode
  size?: 'default' | 'wide'
  /** Makes the whole dialog a form, so that a submit button in the footer works. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** Work that must not be lost: a click beside the dialog does nothing. */
  keepOnOutsideClick?: boolean
}

export function Dialog({
  opened,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'default',
  onSubmit,
  keepOnOutsideClick = false,
}: DialogProps) {
  useReturnedFocus(opened)
  const inside = (
    <>
      <div className={classes.body}>{children}</div>
      {footer && <div className={classes.footer}>{footer}</div>}
    </>
  )
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size === 'wide' ? 880 : 520}
      radius="xl"
      centered
      closeOnClickOutside={!keepOnOutsideClick}
      classNames={{ inner: classes.inner, content: classes.content, overlay: classes.overlay }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.header}>
          <Modal.Title className="q-h2">{title}</Modal.Title>
          {description && <p className="q-secondary">{description}</p>}
        </div>
        {onSubmit ? (
          <form
            className={classes.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              onSubmit(event)
            }}
          >
            {inside}
          </form>
        ) : (
          <div className={classes.form}>{inside}</div>
        )}
        {/* Last in the order, so that the first field or button gets the focus. */}
        <Modal.CloseButton aria-label="Close" className={classes.close} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** Footer of most dialogs. The confirming button submits the dialog's form unless it has an `onClick`. */
export function DialogButtons({
  onCancel,
  danger = false,
  ...decide
}: Omit<ButtonProps, 'variant' | 'type'> & { onCancel: () => void; danger?: boolean }) {
  return (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <Button {...decide} variant={danger ? 'danger' : 'primary'} type={decide.onClick ? 'button' : 'submit'} />
    </>
  )
}

interface Opening {
  origin: HTMLElement | undefined
  /** The dialog that was open when this one appeared: it may be gone when this one closes. */
  before: Opening | undefined
}

let latest: Opening | undefined

/**
 * Returns the focus to where it was before the dialog opened; the library does so only for mounted dialogs. The
 * previous focus is read before the dialog's fields render, because one of them may take it.
 */
function useReturnedFocus(isOpen: boolean) {
  const [atMount] = useState(() => (isOpen ? nextOpening() : undefined))
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    const opening = (isFirst.current ? atMount : undefined) ?? nextOpening()
    isFirst.current = false
    if (!isOpen) return
    latest = opening
    return () => {
      if (latest === opening) latest = opening.before
      // Runs after the dialog has closed. Another element that has taken the focus keeps it.
      setTimeout(() => {
        if (document.activeElement === document.body) findOrigin(opening)?.focus({ preventScroll: true })
        focusBeneath()
      })
    }
  }, [isOpen, atMount])
}

function nextOpening(): Opening {
  const { activeElement, body } = document
  const isSomewhere = activeElement instanceof HTMLElement && activeElement !== body
  return { origin: isSomewhere ? activeElement : undefined, before: latest }
}

function findOrigin(opening: Opening | undefined): HTMLElement | undefined {
  if (!opening || opening.origin?.isConnected) return opening?.origin
  return findOrigin(opening.before)
}

import { Popover } from '@mantine/core'
import { useCallback, useEffect, useLayoutEffect, useRef, type ReactNode, type Ref } from 'react'

export interface FloatingPanelProps {
  opened: boolean
  onClose: () => void
  /** The element beside which the panel opens. */
  anchor: HTMLElement | null
  id: string
  children: ReactNode
  className?: string
  'aria-label'?: string
  position?: 'bottom-start' | 'bottom-end' | 'right-start'
  offset?: number
  width?: number
  trapFocus?: boolean
  /** False if the content has its own role, such as a menu. */
  withRoles?: boolean
  /** Stays where its anchor has scrolled out of sight. */
  hideDetached?: boolean
  portalTarget?: HTMLElement
}

export function FloatingPanel({
  opened,
  onClose,
  anchor,
  children,
  className,
  'aria-label': label,
  portalTarget,
  ...options
}: FloatingPanelProps) {
  const panelRef = useRef<HTMLDivElement>(null)
  // The library remembers what had the focus when the content rendered, which may be the content itself.
  const returnFocus = useCallback(() => {
    const { activeElement, body } = document
    if (activeElement === body || panelRef.current?.contains(activeElement)) anchor?.focus({ preventScroll: true })
  }, [anchor])
  useEffect(() => {
    if (!opened) returnFocus()
  }, [opened, returnFocus])
  return (
    <Popover
      {...options}
      {...(portalTarget ? { portalProps: { target: portalTarget } } : {})}
      opened={opened}
      onChange={(open) => open || onClose()}
      // Content that arrives while the panel closes takes the focus once more.
      onExitTransitionEnd={returnFocus}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown ref={panelRef} className={className} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Renders nothing; passes the existing element to the library as its anchor. */
function Anchor({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return undefined
    const release = ref(element)
    return () => {
      if (typeof release === 'function') release()
      else ref(null)
    }
  }, [element, ref])
  return null
}

import { Popover } from '@mantine/core'
import { useEffect, useLayoutEffect, useState, type ReactNode, type Ref } from 'react'

export interface FloatingPanelProps {
  opened: boolean
  onClose: () => void
  /** What it opens beside. */
  anchor: HTMLElement | null
  id: string
  children: ReactNode
  className?: string
  'aria-label'?: string
  position?: 'bottom-start' | 'bottom-end' | 'right-start'
  offset?: number
  width?: number
  trapFocus?: boolean
  returnFocus?: boolean
  /** Off where the content has a role of its own, as a menu has. */
  withRoles?: boolean
  /** Stays where its anchor has scrolled out of sight. */
  hideDetached?: boolean
  portalTarget?: HTMLElement
}

/** The library's popover beside an element that is already there. */
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
  // It has to see itself open: what had the focus before gets it back.
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return (
    <Popover
      {...options}
      {...(portalTarget ? { portalProps: { target: portalTarget } } : {})}
      opened={shown}
      onChange={(open) => open || onClose()}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown className={className} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Draws nothing: hands the element over to the library in its own place. */
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

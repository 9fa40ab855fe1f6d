import {
  cloneElement,
  useCallback,
  useId,
  useRef,
  useState,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
} from 'react'
import { deferred } from './deferred'
import type { FloatingPanelProps } from './floating-panel'

/** Loaded on first use, because most popovers are never opened. */
export const Floating = deferred<FloatingPanelProps>(async () => (await import('./floating-panel')).FloatingPanel)

/**
 * Returns the anchor, and true in `wanted` once the panel has opened. Before that the element stays out of state,
 * because each menu of a list would render twice.
 */
export function useAnchor(opened: boolean) {
  const element = useRef<HTMLElement | null>(null)
  const isWanted = useRef(opened)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wanted, setWanted] = useState(opened)
  if (opened && !wanted) {
    setWanted(true)
    setAnchor(element.current)
    isWanted.current = true
  }
  const take = useCallback((found: HTMLElement | null) => {
    element.current = found
    if (isWanted.current) setAnchor(found)
  }, [])
  return { anchor, wanted, take }
}

/** Closes on Escape while the button still has the focus. The surrounding dialog stays open. */
export const closedByEscape = (opened: boolean, close: () => void) =>
  opened && {
    'data-mantine-stop-propagation': true,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close()
    },
  }

type TargetProps = HTMLAttributes<HTMLElement> & { ref?: (element: HTMLElement | null) => void }

interface PopoverProps extends Omit<FloatingPanelProps, 'anchor' | 'id' | 'onClose'> {
  onChange: (opened: boolean) => void
  /** Its button, which must take a ref and props. */
  target: ReactElement
}

export function Popover({ target, opened, onChange, withRoles = true, ...panel }: PopoverProps) {
  const id = useId()
  const { anchor, wanted, take } = useAnchor(opened)

  // Its own handlers stay.
  const { props: own } = target as ReactElement<TargetProps>
  const roles: TargetProps = {
    id,
    'aria-haspopup': 'dialog',
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
  }
  return (
    <>
      {cloneElement(target as ReactElement<TargetProps>, {
        ...(withRoles ? roles : {}),
        ...closedByEscape(opened, () => onChange(false)),
        ref: take,
        onPointerEnter: (event) => {
          Floating.preload()
          own.onPointerEnter?.(event)
        },
        onFocus: (event) => {
          Floating.preload()
          own.onFocus?.(event)
        },
      })}
      {wanted && (
        <Floating
          {...panel}
          id={id}
          opened={opened}
          onClose={() => onChange(false)}
          withRoles={withRoles}
          anchor={anchor}
        />
      )}
    </>
  )
}

/** Overlays are rendered inside the main landmark, so that all content is in a landmark. */
export const mainLandmark = () => document.querySelector<HTMLElement>('main') ?? undefined

/** Focuses the open sheet or else the page if nothing has the focus, as after a dialog that a URL opened. */
export function focusBeneath() {
  if (document.activeElement !== document.body) return
  const beneath = document.querySelector<HTMLElement>('[data-overlay]') ?? mainLandmark()
  beneath?.focus({ preventScroll: true })
}

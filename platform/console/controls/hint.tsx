import { useRef, type ReactNode } from 'react'
import classes from './hint.module.css'

interface HintProps {
  text: string
  /** The explained element. It repeats the hint as `aria-description`, because the bubble is only visual. */
  children: ReactNode
}

const GAP = 4

/**
 * Shows a bubble on hover, focus and touch, which the browser renders above everything. The library's tooltip would
 * add 11 KB to every page.
 */
export function Hint({ text, children }: HintProps) {
  const ownerRef = useRef<HTMLSpanElement>(null)
  const bubbleRef = useRef<HTMLSpanElement>(null)
  const show = () => {
    const bubble = bubbleRef.current
    const owner = ownerRef.current?.getBoundingClientRect()
    if (!bubble?.showPopover || !owner || bubble.matches(':popover-open')) return
    bubble.showPopover()
    const size = bubble.getBoundingClientRect()
    const left = owner.left + owner.width / 2 - size.width / 2
    const fitsAbove = owner.top - size.height - GAP > 0
    bubble.style.left = `${Math.min(Math.max(left, GAP), window.innerWidth - size.width - GAP)}px`
    bubble.style.top = `${fitsAbove ? owner.top - size.height - GAP : owner.bottom + GAP}px`
  }
  const hide = () => {
    if (bubbleRef.current?.matches(':popover-open')) bubbleRef.current.hidePopover()
  }
  return (
    <span
      ref={ownerRef}
      role="presentation"
      className={classes.owner}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onClick={show}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide()
      }}
    >
      {children}
      <span ref={bubbleRef} popover="manual" className={classes.bubble} aria-hidden>
        {text}
      </span>
    </span>
  )
}

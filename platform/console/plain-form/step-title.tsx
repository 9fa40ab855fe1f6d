import { useLayoutEffect, useRef, type ReactNode } from 'react'

interface StepTitleProps {
  children: ReactNode
  /** The first step of a page leaves the focus where it is. */
  takesFocus: boolean
}

/** The heading of a step. It takes the focus as the step opens, so that readers hear where they are. */
export function StepTitle({ children, takesFocus }: StepTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  )
}

import { useLayoutEffect, useRef } from 'react'

/** Takes the focus when it appears, so that screen readers announce the new step. */
export function StepHeading({ title, text }: { title: string; text?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {text !== undefined && text !== '' && (
        <p id="step-text" className="lede lines">
          {text}
        </p>
      )}
    </>
  )
}

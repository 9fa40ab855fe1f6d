import type { KeyboardEvent } from 'react'

/** Ctrl or Cmd with Enter sends the form from within a text of several lines. */
export function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

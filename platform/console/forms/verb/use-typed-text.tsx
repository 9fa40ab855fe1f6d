import { useState, type ChangeEvent, type KeyboardEvent } from 'react'

/** What one field of a dialog holds: what is wrong with it is said when it is sent, and goes with the next letter. */
export function useTypedText(faultOf: (text: string) => string | false | undefined, begun = '') {
  const [text, setText] = useState(begun)
  const [fault, setFault] = useState<string>()
  const check = () => {
    const found = faultOf(text) || undefined
    setFault(found)
    return found === undefined
  }
  const field = {
    value: text,
    error: fault,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setFault(undefined)
      setText(currentTarget.value)
    },
    onKeyDown: sendOnEnter,
  }
  return { text: text.trim(), dirty: text !== begun, check, clear: () => setFault(undefined), field }
}

/** Ctrl or Cmd with Enter sends the form from within a text of several lines. */
function sendOnEnter(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

import { useEffect, useState } from 'react'
import { phoneText, phoneTextFor } from '@quaff/platform/shared/phone'

/** Returns the attributes of a phone field with an example for a typed country. */
export function usePhoneExample(country: string) {
  const [example, setExample] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    // The library with the numbers of all countries is too large for the first load. Without it, the hint is general.
    void import('./phone-examples').then(
      ({ phoneExampleOf }) => isCurrent && setExample(phoneExampleOf(country)),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [country])
  return {
    placeholder: example,
    /** Returns the message with the example of the country. */
    messageOf: <Message,>(message: Message) =>
      example !== undefined && message === phoneText ? phoneTextFor(example) : message,
  }
}

/** Shows a stored number in groups, as soon as the library is there. */
export function PhoneText({ value }: { value: string }) {
  const [text, setText] = useState<{ of: string; formatted: string }>()
  useEffect(() => {
    void import('./phone-examples').then(
      ({ formatPhone }) => setText({ of: value, formatted: formatPhone(value) }),
      () => undefined,
    )
  }, [value])
  return text?.of === value ? text.formatted : value
}

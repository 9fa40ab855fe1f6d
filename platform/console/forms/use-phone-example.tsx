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

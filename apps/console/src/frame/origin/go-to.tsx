import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FullPageLoader } from '@quaff/platform/console/frame/error-page'

interface GoToProps {
  /** A checked address of our own, with its query and hash. */
  address: string
  text: string
}

/** Goes once, to where it was told first: the current location changes under it while the next page is loading. */
export function GoTo({ address, text }: GoToProps) {
  const router = useRouter()
  const [first] = useState(address)
  useEffect(() => router.history.replace(first), [router, first])
  return <FullPageLoader text={text} />
}

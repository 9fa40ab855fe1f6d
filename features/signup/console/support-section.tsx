import { useEffect, useState, type ReactNode } from 'react'

/** Shows a sentence only if there is a support address. The prerendered page does not know it yet. */
export function SupportNote({ supportLink, children }: { supportLink: string; children: ReactNode }) {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return isMounted && supportLink !== '' ? children : null
}

import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readSecondStep } from '../single-sign-on/rules'

/** Returns the challenge from the URL and removes it there. It does not survive a reload. */
export function useSecondStepLink(): string | null {
  const router = useRouter()
  const { pathname, searchStr, hash } = useLocation()
  const [challenge] = useState(() => readSecondStep(hash))
  useEffect(() => {
    if (readSecondStep(hash) !== null) router.history.replace(pathname + searchStr)
  }, [router, pathname, searchStr, hash])
  return challenge
}

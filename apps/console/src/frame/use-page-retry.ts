import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { fetchMissingStyles } from '@quaff/platform/console/code/missing-code'

/** Fetches the page anew, code and styles too, and draws it; what fails again is said again. */
export function usePageRetry(reset: () => void) {
  const router = useRouter()
  return useCallback(async () => {
    await Promise.allSettled([fetchMissingStyles(), router.invalidate()])
    reset()
  }, [router, reset])
}

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { use, useCallback } from 'react'
import { findPerson } from './find-signed-in'
import { SessionContext } from './session-provider'

interface Visit {
  /** False once the user left the page, switched the merchant or signed in as another person. */
  isHere: () => boolean
  /** Goes to a path of the console, or does nothing if the user is elsewhere by now. */
  navigate: (path: string, options?: { replace?: boolean }) => void
}

/** Returns a function to call when a request starts; what follows its answer navigates by the visit that it returns. */
export function useNavigateIfHere(): () => Visit {
  const history = useRouter({ warn: false })?.history
  const client = useQueryClient()
  const countSwitches = use(SessionContext)?.countSwitches
  return useCallback(() => {
    const person = findPerson(client)
    const count = countSwitches?.()
    const pathname = history?.location.pathname
    let hasLeft = false
    const stop = history?.subscribe(({ location }) => {
      if (location.pathname === pathname) return
      hasLeft = true
      stop?.()
    })
    // The session may still be loading when the page opens.
    const isSamePerson = () => person === undefined || [person, undefined].includes(findPerson(client))
    const isHere = () => !hasLeft && countSwitches?.() === count && isSamePerson()
    return {
      isHere,
      navigate: (path, { replace = false } = {}) => {
        if (!isHere()) return
        if (replace) history?.replace(path)
        else history?.push(path)
      },
    }
  }, [history, client, countSwitches])
}

import { redirect, useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useRef } from 'react'

const withoutSlash = (path: string) => path.replace(/(.)\/$/, '$1')

/**
 * List state lives in the URL: changes are merged in, and `undefined` takes a parameter out. A change that comes after
 * the user left the page, as the answer to a request, is dropped.
 */
export function useUrlSearch<Search extends object>() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const page = useMatch({ strict: false, select: ({ pathname }) => withoutSlash(pathname) })
  const isOpen = useRef(true)
  useLayoutEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return useCallback(
    (next: Partial<Search>, options?: { replace?: boolean }) => {
      // The page is still rendered while the next one loads.
      if (!isOpen.current || withoutSlash(history.location.pathname) !== page) return
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, ...next }),
        replace: options?.replace ?? false,
        resetScroll: false,
      })
    },
    [navigate, history, page],
  )
}

/** Redirects earlier links to a tab that is a page of its own now, with everything in their address. */
export function movedTab<Search extends object>(
  tab: string,
  to: string,
  read: (raw: Record<string, unknown>) => Search,
) {
  return {
    validateSearch(raw: Record<string, unknown>): Search {
      const search = read(raw)
      if (raw['tab'] === tab) Object.assign(search, raw)
      return search
    },
    beforeLoad({ search: { tab: requested, ...rest } }: { search: { tab?: string } }) {
      if (requested === tab) throw redirect({ to, search: rest, replace: true })
    },
  }
}

import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** List state lives in the URL: changes are merged in, and `undefined` takes a parameter out. */
export function useUrlSearch<Search extends object>() {
  const navigate = useNavigate()
  return useCallback(
    (next: Partial<Search>, options?: { replace?: boolean }) => {
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, ...next }),
        replace: options?.replace ?? false,
        resetScroll: false,
      })
    },
    [navigate],
  )
}

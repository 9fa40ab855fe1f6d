import { useEffect, useRef } from 'react'

/** When everything begins anew, what had the focus is gone: the page gets it, not the top of the document. */
export function useMainFocus(begunWith: string | undefined) {
  const shown = useRef(begunWith)
  useEffect(() => {
    if (shown.current === begunWith) return
    shown.current = begunWith
    document.getElementById('main')?.focus()
  }, [begunWith])
}

type Attach = (element: HTMLElement, signal: AbortSignal) => void

/** Returns a `ref` that fetches the code of its element's behavior, which ends with the signal. */
export function lazyRef(load: () => Promise<Attach>) {
  return (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return undefined
    const ended = new AbortController()
    load().then(
      (attach) => ended.signal.aborted || attach(element, ended.signal),
      // The element works without it too.
      () => undefined,
    )
    return () => ended.abort()
  }
}

/** `ref` of a table, grid or list that is one tab stop. Until its code has come each control is a stop of its own. */
export const gridRef = lazyRef(async () => (await import('./grid-keys')).attachGridKeys)

import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'

export type Deferred<Props> = ((props: Props) => ReactNode) & {
  /** Fetches the code without drawing anything; never fails, since drawing asks again. */
  preload: () => void
}

/**
 * A component whose code is fetched when it is first drawn. Unlike `lazy`, it is drawn as soon as the code is there:
 * React holds back whatever replaces a fallback of `Suspense` for 300 ms, which every first click would pay.
 * A failed fetch is thrown where it is drawn, as `lazy` does.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
): Deferred<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined

  const fetchOnce = () => {
    loading ??= load().then(
      (content) => (loaded = content),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function Content(props: Props) {
    const [Drawn, draw] = useState(() => loaded)
    const [fault, setFault] = useState<Error>()
    useEffect(() => {
      if (Drawn) return undefined
      let isGone = false
      fetchOnce().then(
        (content) => isGone || draw(() => content),
        (error: unknown) => isGone || setFault(error instanceof Error ? error : new Error(String(error))),
      )
      return () => {
        isGone = true
      }
    }, [Drawn])
    if (fault) throw fault
    if (Drawn) return <Drawn {...props} />
    return typeof fallback === 'function' ? createElement(fallback, props) : fallback
  }
  return Object.assign(Content, { preload: () => void fetchOnce().catch(() => undefined) })
}

import {
  type ComponentType,
  createElement,
  isValidElement,
  type ReactNode,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { fetchMissingStyles, isMissingCode, MissingNotice, MissingPart } from '../missing-code'

type Deferred<Props> = ((props: Props) => ReactNode) & {
  /** Fetches the code without drawing anything; never fails, since drawing asks again. */
  preload: () => void
}

interface Closable {
  opened?: boolean
  onClose?: () => void
}

/**
 * Loads a component's code when it is first rendered, and renders it immediately after. `lazy` is slower: React
 * delays the content after a `Suspense` fallback by 300 ms. If loading fails, the caller sees an error with a retry,
 * in the fallback's place or beside the page.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
): Deferred<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined

  const fetchOnce = () => {
    loading ??= Promise.all([load(), fetchMissingStyles()]).then(
      ([content]) => (loaded = content),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function Content(props: Props) {
    const [Drawn, draw] = useState(() => loaded)
    const [isMissing, setIsMissing] = useState(false)
    const { opened = true, onClose }: Closable = props
    const isOpened = onClose !== undefined
    const request = useCallback(async () => {
      try {
        const content = await fetchOnce()
        draw(() => content)
      } catch (error) {
        setIsMissing(true)
        if (!isMissingCode(error)) reportError(error)
      }
    }, [])
    useEffect(() => {
      if (Drawn) return undefined
      // Parts of the page must not block its first frame. Opened content is waited for.
      if (!isOpened) return afterFrame(() => void request())
      void request()
      return undefined
    }, [Drawn, opened, isOpened, request])
    if (Drawn) return <Drawn {...props} />
    if (isMissing && isValidElement(fallback)) return <MissingNotice onRetry={request} />
    return (
      <>
        {typeof fallback === 'function' ? createElement(fallback, props) : fallback}
        {isMissing && opened && <MissingPart onRetry={request} onClose={onClose} />}
      </>
    )
  }
  return Object.assign(Content, { preload: () => void fetchOnce().catch(() => undefined) })
}

/** Runs the callback after the next frame is rendered; returns a function that cancels it. */
function afterFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Returns false in the first frame. Use it to defer content that is not needed there. */
export function useAfterFrame(): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => afterFrame(() => setIsDrawn(true)), [])
  return isDrawn
}

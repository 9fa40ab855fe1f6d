import { Link, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useSyncExternalStore, type AnchorHTMLAttributes } from 'react'

const LEAVES_CONSOLE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

export type AppLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path with optional `?search` and `#hash`, or a full address (`mailto:`, `https:`). */
  to: string
  ref?: React.Ref<HTMLAnchorElement>
  /** Stored in the history entry of the target, not in its URL. */
  state?: object
  [data: `data-${string}`]: unknown
}

function splitAddress(to: string) {
  const [beforeHash = '', hash] = to.split('#')
  const [pathname = '', search] = beforeHash.split('?')
  return { pathname, search: search === undefined ? {} : Object.fromEntries(new URLSearchParams(search)), hash }
}

/** The console's link: client-side and preloaded on hover or focus; a plain anchor where no router is mounted. */
export function AppLink({ to, state, ...rest }: AppLinkProps) {
  const router = useRouter({ warn: false })
  const target = useMemo(() => splitAddress(to), [to])
  if (!router || LEAVES_CONSOLE.test(to)) return <a href={to} {...rest} />
  return (
    <Link
      to={target.pathname || '.'}
      search={target.search}
      hash={target.hash}
      state={state}
      preload="intent"
      activeProps={{}}
      {...rest}
    />
  )
}

/** The path of the page being shown or loaded. */
export function useCurrentPath(): string {
  const router = useRouter({ warn: false })
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!router) return () => undefined
      const stops = [router.subscribe('onBeforeLoad', listener), router.subscribe('onResolved', listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [router],
  )
  return useSyncExternalStore(subscribe, () => router?.state.location.pathname ?? window.location.pathname)
}

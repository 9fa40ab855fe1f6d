import { AppLink, useCurrentPath, type AppLinkProps } from '@quaff/platform/console/frame/app-link'

/** An anchor on the home page, the way to it from all others. */
export function DownloadLink(props: Omit<AppLinkProps, 'to'>) {
  const isHome = useCurrentPath() === '/'
  if (isHome) return <a {...props} href="#download" />
  return <AppLink {...props} to="/#download" />
}

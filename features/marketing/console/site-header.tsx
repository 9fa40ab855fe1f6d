import { WordmarkView } from './wordmark-view'

interface SiteHeaderProps {
  /** The address of the page. */
  path: string
}

/** Spec §2: a Download anchor and "Become a Merchant". */
export function SiteHeader({ path }: SiteHeaderProps) {
  return (
    <header className="hdr">
      <div className="wrap">
        <a className="logo" href="/">
          <WordmarkView />
        </a>
        <nav aria-label="Main">
          <a className="nav" href={path === '/' ? '#download' : '/#download'}>
            Download
          </a>
          <a className="nav nav--line" href="/partners" aria-current={currentOf(path)}>
            Become a Merchant
          </a>
        </nav>
      </div>
    </header>
  )
}

/** The pages of applying belong to the merchants' page. */
function currentOf(path: string): 'page' | 'true' | undefined {
  if (path === '/partners') return 'page'
  return path.startsWith('/partners/') ? 'true' : undefined
}

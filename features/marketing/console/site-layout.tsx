import type { ReactNode } from 'react'
import { CupSprite, type CupName } from './cup-view'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

interface SiteLayoutProps {
  path: string
  /** The drinks that the page draws. */
  cups?: readonly CupName[]
  mainClass?: string
  children: ReactNode
}

export function SiteLayout({ path, cups = [], mainClass, children }: SiteLayoutProps) {
  return (
    <>
      {cups.length > 0 && <CupSprite cups={cups} />}
      <a className="skip" href="#main">
        Skip to content
      </a>
      <SiteHeader path={path} />
      <main id="main" className={mainClass} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </>
  )
}

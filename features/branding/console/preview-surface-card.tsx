import { IconCup, IconSelector } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { Notice } from '@quaff/platform/console/display/notice'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { ownImage } from '@quaff/platform/shared/safe-address'
import type { Branding } from '../contract'
import { useLostOn } from './use-lost-on'
import classes from './preview.module.css'

const otherWay = { light: 'darker', dark: 'lighter' } as const

export function PreviewSurfaceCard({ scheme, branding }: { scheme: 'light' | 'dark'; branding: Branding }) {
  const surface = useRef<HTMLDivElement>(null)
  const logo = ownImage(branding.logo.url) ?? null
  const mark = ownImage(branding.mark.url) ?? null
  const shown = ownImage(branding.shownLogoUrl)
  const lost = [useLostOn(surface, logo) && 'logo', useLostOn(surface, mark) && 'mark'].filter((noun) => noun !== false)
  const name = branding.merchantName
  return (
    <div className="q-stack-tight">
      <div ref={surface} className={classes.surface} data-scheme={scheme}>
        <Place label="List">
          <span className={classes.row}>
            <InitialsMark name={name} imageUrl={shown} />
            <b className={`q-truncate ${classes.name}`}>{name}</b>
          </span>
        </Place>
        <Place label="Sidebar">
          <span className={classes.switcher}>
            <InitialsMark name={name} imageUrl={shown} />
            <b className={`q-truncate q-grow ${classes.name}`}>{name}</b>
            <Glyph icon={IconSelector} />
          </span>
        </Place>
        <Place label="Pass">
          <span className={classes.pass}>
            {logo ? <img className={classes.passLogo} src={logo} alt="" /> : <b className="q-h2">{name}</b>}
            <span className="q-row">
              <Glyph icon={IconCup} />
              One drink a day
            </span>
          </span>
        </Place>
        <Place label="Map pin">
          <span className={classes.pin}>
            <InitialsMark size="sm" name={name} imageUrl={mark ?? shown} />
          </span>
        </Place>
      </div>
      {lost.length > 0 && (
        <Notice tone="warn">
          {`Your ${lost.join(' and ')} ${lost.length === 1 ? 'is' : 'are'} hard to see on ${scheme}. Upload a ${otherWay[scheme]} version.`}
        </Notice>
      )}
    </div>
  )
}

function Place({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.place}>
      <span className={classes.label}>{label}</span>
      {children}
    </div>
  )
}

import { IconCup, IconSelector } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { Notice, Panel } from '@quaff/platform/console/display/panel'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { ownImage } from '@quaff/platform/shared/safe-address'
import type { Branding } from '../contract'
import { type ImageTone, isLostOn, luminance, toneOf } from '../rules'
import classes from './branding.module.css'

export function BrandPreviewsPanel({ branding }: { branding: Branding }) {
  return (
    <Panel title="Previews" titleExtra={<span className="q-caption">Preview on light and dark screens</span>}>
      <div className={classes.both}>
        <PreviewSurfaceCard scheme="light" branding={branding} />
        <PreviewSurfaceCard scheme="dark" branding={branding} />
      </div>
    </Panel>
  )
}

const otherWay = { light: 'darker', dark: 'lighter' } as const

function PreviewSurfaceCard({ scheme, branding }: { scheme: 'light' | 'dark'; branding: Branding }) {
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
            <b className={classes.name}>{name}</b>
          </span>
        </Place>
        <Place label="Sidebar">
          <span className={classes.switcher}>
            <InitialsMark name={name} imageUrl={shown} />
            <b className={`q-grow ${classes.name}`}>{name}</b>
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

/** Returns true if the contrast with the surface is below 3:1 (WCAG 1.4.11). */
function useLostOn(surface: RefObject<HTMLElement | null>, url: string | null): boolean {
  const [lostUrl, setLostUrl] = useState<string | null>(null)
  useEffect(() => {
    if (url === null || !url.startsWith('/')) return
    let current = true
    void measureImage(url).then((tone) => {
      const light = surface.current ? surfaceLuminance(surface.current) : null
      if (current) setLostUrl(tone && light !== null && isLostOn(tone, light) ? url : null)
    })
    return () => {
      current = false
    }
  }, [surface, url])
  return url !== null && lostUrl === url
}

const SIDE = 64

/** Returns the tone of an image's pixels; null if they cannot be read. */
async function measureImage(url: string): Promise<ImageTone | null> {
  const image = new Image()
  image.src = url
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  try {
    await image.decode()
  } catch {
    return null
  }
  canvas.width = SIDE
  canvas.height = SIDE
  context.drawImage(image, 0, 0, SIDE, SIDE)
  return toneOf(context.getImageData(0, 0, SIDE, SIDE).data)
}

function surfaceLuminance(element: Element): number | null {
  const [red, green, blue] = (getComputedStyle(element).backgroundColor.match(/^rgb\((.+)\)$/)?.[1] ?? '')
    .split(',')
    .map(Number)
  if (red === undefined || green === undefined || blue === undefined) return null
  return luminance(red, green, blue)
}

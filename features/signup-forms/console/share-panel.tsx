import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { Snippet, Notice, Panel } from '@quaff/platform/console/display/panel'
import { QrCode } from '@quaff/platform/console/display/qr-code'
import { QrMenu } from '@quaff/platform/console/display/qr-menu'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { FormRecord } from '../contract'
import classes from './signup-forms.module.css'

const stateNotes = {
  draft: 'Not published yet. The link works once you publish.',
  live: undefined,
  closed: 'This form is closed. The page no longer accepts answers.',
} as const

export function SharePanel({ form, onSettings }: { form: FormRecord; onSettings: () => void }) {
  const { address, name, slug, allowedSites } = form
  const note = stateNotes[form.status]
  const code = embedCode(address, name)
  return (
    <div className="q-stack">
      {note && <Notice tone="warn">{note}</Notice>}
      <div className={classes.columns}>
        <Panel title="Link and QR code">
          <div className="q-stack">
            <a className={`q-link ${classes.address}`} href={`${address}?preview=1`} target="_blank" rel="noreferrer">
              {address} <Glyph icon={IconExternalLink} />
              <span className="q-hidden"> (opens in a new tab)</span>
            </a>
            <p className="q-caption">Your visits from here aren’t counted. Submissions are real.</p>
            <div className="q-row">
              <Button icon={IconCopy} onClick={() => void copy(address, 'Link copied')}>
                Copy link
              </Button>
            </div>
            <div className={classes.code}>
              <QrCode text={address} label={`QR code for ${address}`} />
            </div>
            <QrMenu text={address} title={name} fileName={`form-${slug}`} />
          </div>
        </Panel>
        <Panel title="Embed on your site">
          <div className="q-stack">
            <p className="q-secondary">Paste this where the form should appear. Change the height as needed.</p>
            <Snippet label="Embed code" text={code} />
            <div className="q-row">
              <Button icon={IconCopy} onClick={() => void copy(code, 'Code copied')}>
                Copy code
              </Button>
            </div>
            <Sites sites={allowedSites} onSettings={onSettings} />
          </div>
        </Panel>
      </div>
    </div>
  )
}

function Sites({ sites, onSettings }: { sites: readonly string[]; onSettings: () => void }) {
  return (
    <div className="q-stack-tight">
      {sites.length === 0 ? (
        <Notice
          tone="warn"
          action={
            <Button size="sm" onClick={onSettings}>
              Settings
            </Button>
          }
        >
          No site can embed this form yet. Add sites in Settings.
        </Notice>
      ) : (
        <>
          <p className="q-secondary">Only these sites can embed it:</p>
          <ul className={classes.sites}>
            {sites.map((site) => (
              <li key={site}>{site}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const copy = (text: string, done: string) =>
  navigator.clipboard.writeText(text).then(
    () => notifySuccess(done),
    () => notifyError('Couldn’t copy', 'Select the text and copy it manually'),
  )

/**
 * Returns an iframe for other sites. Its sandbox allows scripts and forms, but no popups and no navigation of the page
 * around it. `allow-same-origin` is safe there, because that page has another origin.
 */
export function embedCode(address: string, name: string): string {
  return [
    '<iframe',
    `  src="${escapeAttribute(`${address}?embed=1`)}"`,
    `  title="${escapeAttribute(name)}"`,
    '  sandbox="allow-forms allow-scripts allow-same-origin"',
    '  referrerpolicy="no-referrer"',
    '  loading="lazy"',
    '  style="width: 100%; height: 720px; border: 0"',
    '></iframe>',
  ].join('\n')
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeAttribute(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
}

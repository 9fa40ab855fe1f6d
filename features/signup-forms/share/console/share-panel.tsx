import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { QrCode } from '@quaff/platform/console/display/qr/qr-code'
import { QrMenu } from '@quaff/platform/console/display/qr/qr-menu'
import { Snippet } from '@quaff/platform/console/display/text/snippet'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { FormRecord } from '../../building/contract'
import { embedCode } from './embed-code'
import classes from './share.module.css'

const stateNotes = {
  draft: 'Nobody sees this form yet: the link works once you publish it.',
  live: undefined,
  closed: 'The form is closed: the page says so and takes no answers.',
} as const

export function SharePanel({ form, onSettings }: { form: FormRecord; onSettings: () => void }) {
  const { address, name, slug, allowedSites } = form
  const note = stateNotes[form.status]
  const code = embedCode(address, name)
  return (
    <div className="q-stack">
      {note && <Notice tone="warn">{note}</Notice>}
      <div className={classes.columns}>
        <Panel title="Link and code">
          <div className="q-stack">
            <a className={`q-link ${classes.address}`} href={`${address}?preview=1`} target="_blank" rel="noreferrer">
              {address} <Glyph icon={IconExternalLink} />
              <span className="q-hidden"> (opens in a new tab)</span>
            </a>
            <p className="q-caption">Opened from here, your visit is not counted. What you send does arrive.</p>
            <div className="q-row">
              <Button icon={IconCopy} onClick={() => void copy(address, 'Link copied')}>
                Copy link
              </Button>
            </div>
            <div className={classes.code}>
              <QrCode text={address} label={`QR code of ${address}`} />
            </div>
            <QrMenu text={address} title={name} fileName={`form-${slug}`} />
          </div>
        </Panel>
        <Panel title="On a site of your own">
          <div className="q-stack">
            <p className="q-secondary">
              Paste this where the form should appear. The frame reads no cookies and cannot touch the page around it. A
              longer form scrolls inside; change the height as you like.
            </p>
            <Snippet label="Code to embed" text={code} />
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
          No site may show the form yet. Name them under Settings; browsers refuse it everywhere else.
        </Notice>
      ) : (
        <>
          <p className="q-secondary">Only these sites may show it:</p>
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
    () => notifyError('It could not be copied', 'Select it and copy it by hand.'),
  )

import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/formats'
import { KeyValue, Notice } from '@quaff/platform/console/display/panel'
import { PhoneText } from '@quaff/platform/console/forms/use-phone-example'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { addressLine } from '@quaff/platform/shared/fields/address-format'
import { isolated } from '@quaff/platform/shared/readable-text'
import { mailAddress, webAddress } from '@quaff/platform/shared/safe-address'
import { topicLabels } from '../completeness-rules'
import type { MerchantRecord } from '../contract'
import { openingText, saleLabel } from './merchant-state-text'
import classes from './merchant-sheet.module.css'

export function ContactPanel({ merchant }: { merchant: MerchantRecord }) {
  return (
    <section className="q-stack-tight" aria-label="Contact">
      <h3 className="q-h3">Contact</h3>
      {merchant.description && <p className="q-secondary">{merchant.description}</p>}
      <KeyValue
        items={[
          { label: 'Business name', value: merchant.businessName },
          { label: 'Owner', value: <Owner merchant={merchant} /> },
          {
            label: 'Email',
            value: merchant.contactEmail && (
              <ContactLink href={mailAddress(merchant.contactEmail)} text={readableEmail(merchant.contactEmail)} />
            ),
          },
          { label: 'Phone', value: merchant.contactPhone && <PhoneText value={merchant.contactPhone} /> },
          { label: 'Website', value: merchant.website && <Website address={merchant.website} /> },
          { label: 'Address', value: addressLine(merchant.address) },
          { label: 'Tax ID', value: merchant.taxIdMasked },
        ]}
      />
    </section>
  )
}

function Owner({ merchant: { ownerId, ownerName, ownerEmail } }: { merchant: MerchantRecord }) {
  if (!ownerName && !ownerEmail) return <span className="q-muted">No owner yet</span>
  const text = [ownerName && isolated(ownerName), ownerEmail && readableEmail(ownerEmail)].filter(Boolean).join(', ')
  if (!ownerId) return text
  return (
    <AppLink to={`/users?id=${encodeURIComponent(ownerId)}`} className="q-link">
      {text}
    </AppLink>
  )
}

export function SettingsPanel({ merchant }: { merchant: MerchantRecord }) {
  return (
    <section className="q-stack-tight" aria-label="Settings">
      <h3 className="q-h3">Settings</h3>
      <KeyValue
        items={[
          { label: 'Pass sales', value: saleText(merchant) },
          { label: 'Several locations', value: merchant.allowMultipleLocations ? 'Allowed' : 'Not allowed' },
          {
            label: 'Location check',
            value: merchant.requireLocationCheck ? 'Required when redeeming' : 'Not required',
          },
        ]}
      />
    </section>
  )
}

function saleText(merchant: MerchantRecord): string {
  if (merchant.status !== 'active') return `Off, ${openingText(merchant)}`
  return saleLabel(merchant.isLive)
}

/** Anything but https stays text: an imported record may hold any scheme. */
function Website({ address }: { address: string }) {
  const href = webAddress(address)
  return href ? <ContactLink href={href} text={href.slice('https://'.length)} /> : address
}

function ContactLink({ href, text }: { href: string; text: string }) {
  return (
    <a className="q-link" href={href} rel="noreferrer">
      {text}
    </a>
  )
}

export function ReviewNotices({ merchant }: { merchant: MerchantRecord }) {
  const { changeRequest, earlierRequests, statusReason } = merchant
  const timeZone = useTimeZone()
  return (
    <>
      {statusReason && (
        <Notice tone="danger" title="Reason">
          <span className={classes.written}>{statusReason}</span>
        </Notice>
      )}
      {changeRequest && (
        <Notice
          tone="info"
          title={
            <>
              Changes requested on <DateText value={changeRequest.requestedAt} timeZone={timeZone} />
            </>
          }
        >
          {changeRequest.items.length > 0 && (
            <span>{changeRequest.items.map((step) => topicLabels[step]).join(', ')}. </span>
          )}
          <span className={classes.written}>{changeRequest.note}</span>
        </Notice>
      )}
      {earlierRequests.length > 0 && (
        <details>
          <summary className="q-link">{`Earlier requests (${earlierRequests.length})`}</summary>
          <ul className="q-stack-tight">
            {earlierRequests.map(({ requestedAt, items, note }) => (
              <li key={requestedAt.getTime()}>
                <span className="q-caption">
                  <DateText value={requestedAt} timeZone={timeZone} />
                </span>{' '}
                {items.length > 0 && <span>{items.map((step) => topicLabels[step]).join(', ')}. </span>}
                <span className={classes.written}>{note}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

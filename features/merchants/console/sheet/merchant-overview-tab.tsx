import type { CompletenessStep, MerchantRecord } from '../../contract'
import { RevenueText } from '../revenue-text'
import { addressLine } from './address-line'
import classes from './merchant-sheet.module.css'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { MetricTile, MetricTiles } from '@quaff/platform/console/display/metrics/metric-tiles'
import { Checklist } from '@quaff/platform/console/display/steps/checklist'

const stepLabels = {
  profile: 'Business profile',
  contact: 'Contact email',
  address: 'Address',
  taxId: 'Tax ID',
  locations: 'At least one location',
  plans: 'A plan with an active price',
  bank: 'Bank details',
  branding: 'Logo and mark',
} as const satisfies Record<CompletenessStep, string>

const countFormat = new Intl.NumberFormat()

const missingState = (required: boolean) => (required ? 'missing' : 'optional')

export function MerchantOverviewTab({ merchant }: { merchant: MerchantRecord }) {
  const required = merchant.checklist.filter((entry) => entry.required)
  const done = required.filter((entry) => entry.done).length
  return (
    <div className="q-stack-loose">
      <section className={classes.box} aria-label="Completeness">
        <div className="q-row">
          <h3 className="q-h3">Completeness</h3>
          <span className="q-caption q-end">{`${done} of ${required.length} required`}</span>
        </div>
        <Checklist
          progressLabel="Completeness"
          items={merchant.checklist.map((entry) => ({
            id: entry.step,
            label: stepLabels[entry.step],
            state: entry.done ? 'done' : missingState(entry.required),
          }))}
        />
      </section>
      <MetricTiles columns={2} label="Figures of this merchant">
        <MetricTile
          label="Subscribers"
          value={countFormat.format(merchant.activeSubscribers)}
          note={`active of ${countFormat.format(merchant.totalSubscribers)}`}
        />
        <MetricTile
          label="Monthly revenue"
          value={<RevenueText totals={merchant.monthlyRevenue} />}
          note="active subscriptions"
        />
        <MetricTile
          label="Redemptions"
          value={countFormat.format(merchant.redemptionCount)}
          note="since the beginning"
        />
        <MetricTile label="Locations" value={countFormat.format(merchant.totalLocations)} />
      </MetricTiles>
      <Contact merchant={merchant} />
      <section className="q-stack-tight" aria-label="Settings">
        <h3 className="q-h3">Settings</h3>
        <KeyValue
          items={[
            { label: 'Live', value: merchant.isLive ? 'Yes, passes can be bought' : 'No' },
            { label: 'Several locations', value: merchant.allowMultipleLocations ? 'Allowed' : 'Not allowed' },
            {
              label: 'Location check',
              value: merchant.requireLocationCheck ? 'Required when redeeming' : 'Not required',
            },
          ]}
        />
      </section>
    </div>
  )
}

function Contact({ merchant }: { merchant: MerchantRecord }) {
  return (
    <section className="q-stack-tight" aria-label="Contact">
      <h3 className="q-h3">Contact</h3>
      {merchant.description && <p className="q-secondary">{merchant.description}</p>}
      <KeyValue
        items={[
          { label: 'Business name', value: merchant.businessName },
          { label: 'Owner', value: merchant.ownerName ?? merchant.ownerEmail },
          {
            label: 'Email',
            value: merchant.contactEmail && (
              <ContactLink href={`mailto:${merchant.contactEmail}`} text={merchant.contactEmail} />
            ),
          },
          { label: 'Phone', value: merchant.contactPhone },
          { label: 'Website', value: merchant.website && <Website address={merchant.website} /> },
          { label: 'Address', value: addressLine(merchant.address) },
        ]}
      />
    </section>
  )
}

/** Anything but https stays text: an imported record may hold any scheme. */
function Website({ address }: { address: string }) {
  return address.startsWith('https://') ? (
    <ContactLink href={address} text={address.slice('https://'.length)} />
  ) : (
    address
  )
}

function ContactLink({ href, text }: { href: string; text: string }) {
  return (
    <a className="q-link" href={href} rel="noreferrer">
      {text}
    </a>
  )
}

import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/date-time'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Panel } from '@quaff/platform/console/display/panel'
import type { AffiliateLink } from '../contract'
import { lastDayOf } from './link-days'
import { destinationLooks, ownerName } from './link-looks'
import classes from './affiliates.module.css'

export function LinkFacts({ link }: { link: AffiliateLink }) {
  const timeZone = useTimeZone()
  return (
    <Panel title="Details">
      <KeyValue
        items={[
          { label: 'Link', value: <span className={classes.whole}>{link.address}</span> },
          ...(link.formerAddresses.length > 0
            ? [{ label: 'Former links', value: <FormerAddresses addresses={link.formerAddresses} /> }]
            : []),
          { label: 'Destination', value: destinationLooks[link.destination].label },
          { label: 'Code', value: link.code },
          { label: 'Owner', value: ownerName(link) },
          { label: 'Source tag', value: link.sourceTag },
          { label: 'First day', value: link.startsAt && <DateText value={link.startsAt} timeZone={timeZone} /> },
          { label: 'Last day', value: link.endsAt && <DateText value={lastDayOf(link.endsAt)} timeZone={timeZone} /> },
          { label: 'Created', value: <DateText value={link.createdAt} timeZone={timeZone} style="datetime" /> },
          { label: 'Updated', value: <DateText value={link.updatedAt} timeZone={timeZone} style="datetime" /> },
        ]}
      />
    </Panel>
  )
}

function FormerAddresses({ addresses }: { addresses: readonly string[] }) {
  return (
    <>
      {addresses.map((address) => (
        <div key={address} className={classes.whole}>
          {address}
        </div>
      ))}
      <span className="q-secondary">These still work.</span>
    </>
  )
}

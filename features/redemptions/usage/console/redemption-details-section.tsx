import { DateText } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Notice } from '@quaff/platform/console/display/notice'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import type { UsageRow } from '../contract'
import { flagSentences, gapText, nameOf } from './usage-words'
import classes from './usage.module.css'

type RedemptionDetailsProps = { row: UsageRow; timeZone: string; isOfMany?: boolean | undefined }

export function RedemptionDetails({ row, timeZone, isOfMany = false }: RedemptionDetailsProps) {
  return (
    <div className="q-stack-loose">
      {row.userId && <PersonStrip userId={row.userId} name={nameOf(row)} />}
      {row.status === 'voided' && <VoidedNotice row={row} timeZone={timeZone} />}
      {row.flags.length > 0 && (
        <Notice tone="warn" title="Flagged">
          <ul className={classes.flags}>
            {row.flags.map((flag) => (
              <li key={flag}>{flagSentences[flag]}</li>
            ))}
          </ul>
        </Notice>
      )}
      <KeyValue
        items={[
          { label: 'When', value: <DateText value={row.redeemedAt} style="exact" timeZone={timeZone} /> },
          ...(isOfMany ? [{ label: 'Merchant', value: row.merchantName }] : []),
          { label: 'Plan', value: row.planName },
          { label: 'Location', value: row.locationName },
          { label: 'Method', value: codeTitle(row.method) },
          { label: 'Since last visit', value: gapText(row.sincePreviousMs) },
          { label: 'Redemption ID', value: row.id },
        ]}
      />
    </div>
  )
}

/** Administrators only: merchant roles get no account to link to. */
function PersonStrip({ userId, name }: { userId: string; name: string }) {
  return (
    <section className={classes.person} aria-label="Customer">
      <InitialsMark name={name} round />
      <b className="q-strong q-truncate">{name}</b>
      <AppLink className="q-link" to={`/users?id=${encodeURIComponent(userId)}`}>
        View user
      </AppLink>
    </section>
  )
}

function VoidedNotice({ row: { voided }, timeZone }: { row: UsageRow; timeZone: string }) {
  if (!voided)
    return (
      <Notice tone="neutral" title="Voided">
        Voided by the app. Not included in any count.
      </Notice>
    )
  return (
    <Notice tone="neutral" title={`Voided by ${voided.by ?? 'a deleted account'}`}>
      <p>{voided.reason}</p>
      <p className="q-caption">
        <DateText value={voided.at} style="datetime" timeZone={timeZone} /> · Not included in any count
      </p>
    </Notice>
  )
}

import { Checkbox } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { DateText, counted, formatMoney, Money } from '@quaff/platform/console/display/formats'
import { KeyValue, Notice } from '@quaff/platform/console/display/panel'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { PayoutRow } from '../../contract'
import type { BankFilePlan } from './bank-file-plan'
import classes from './bank-file.module.css'

const payoutCount = (count: number) => counted(count, 'payout')

interface BankFileContentsProps {
  plan: BankFilePlan
  currency: string
  /** Ids of payouts from an earlier file that the user includes again. */
  again: ReadonlySet<string>
  onAgain: (id: string, wantsIt: boolean) => void
}

export function BankFileContents({ plan, currency, again, onAgain }: BankFileContentsProps) {
  const { included, sum, earlier, left, settled } = plan
  const leftOut = left.length + earlier.filter(({ id }) => !again.has(id)).length
  return (
    <>
      <div role="status">
        <KeyValue
          items={[
            { label: 'Included', value: payoutCount(included.length) },
            {
              label: 'Sum',
              value: (
                <b className="q-strong">
                  <Money amountMinor={sum} currency={currency} />
                </b>
              ),
            },
            { label: 'Not included', value: leftOut === 0 ? 'None' : payoutCount(leftOut) },
            ...(settled > 0 ? [{ label: 'Already sent', value: payoutCount(settled) }] : []),
          ]}
        />
      </div>
      {included.length > 0 && (
        <TitledList title="Included payouts">
          {included.map(({ id, merchantName, net }) => (
            <li key={id}>
              <span className="q-grow q-strong">{merchantName}</span>
              <span className="q-num">{formatMoney(net, currency)}</span>
            </li>
          ))}
        </TitledList>
      )}
      {earlier.length > 0 && <EarlierFile rows={earlier} currency={currency} again={again} onAgain={onAgain} />}
      {left.length > 0 && (
        <TitledList title="Not included">
          {left.map(({ id, name, net, reason }) => (
            <li key={id}>
              <Glyph icon={IconBan} className={classes.mark} />
              <span className="q-grow">
                <span className="q-strong">{name}</span>
                <span className={`q-caption ${classes.reason}`}>{reason}</span>
              </span>
              <span className="q-num">{formatMoney(net, currency)}</span>
            </li>
          ))}
        </TitledList>
      )}
      <p className="q-caption">
        Upload it as it is. Opening it in a spreadsheet removes leading zeros. Then mark these payouts as sent.
      </p>
    </>
  )
}

interface EarlierFileProps extends Pick<BankFileContentsProps, 'currency' | 'again' | 'onAgain'> {
  rows: readonly PayoutRow[]
}

/** Only people know whether the bank has that file, so each payout is confirmed separately. */
function EarlierFile({ rows, currency, again, onAgain }: EarlierFileProps) {
  return (
    <>
      <Notice tone="warn" title={`${payoutCount(rows.length)} in an earlier file`}>
        Already in an earlier file. Include again only if the bank never received it.
      </Notice>
      <TitledList title="Named in an earlier file">
        {rows.map(({ id, merchantName, net, exportedAt }) => (
          <li key={id}>
            <Checkbox
              className="q-grow"
              label={merchantName}
              description={
                <>
                  Downloaded <DateText value={exportedAt} style="datetime" />
                </>
              }
              checked={again.has(id)}
              onChange={(event) => onAgain(id, event.currentTarget.checked)}
            />
            <span className="q-num">{formatMoney(net, currency)}</span>
          </li>
        ))}
      </TitledList>
    </>
  )
}

/** Scrolls by itself, so that the sums and the button stay visible. */
function TitledList({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section>
      <h3 id={id} className="q-h3">
        {title}
      </h3>
      <ul className={classes.left} aria-labelledby={id} tabIndex={0}>
        {children}
      </ul>
    </section>
  )
}

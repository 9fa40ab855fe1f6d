import { IconBan } from '@tabler/icons-react'
import classes from './bank-file.module.css'
import type { BankFilePlan } from './bank-file-plan'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { formatMoney, Money } from '@quaff/platform/console/display/money'
import { Glyph } from '@quaff/platform/console/theme/glyph'

const countFormat = new Intl.NumberFormat()
const payoutCount = (count: number) => `${countFormat.format(count)} ${count === 1 ? 'payout' : 'payouts'}`

export function BankFileContents({ plan, currency }: { plan: BankFilePlan; currency: string }) {
  const { included, sum, left, settled } = plan
  return (
    <>
      <div role="status">
        <KeyValue
          items={[
            { label: 'In the file', value: payoutCount(included.length) },
            {
              label: 'Sum',
              value: (
                <b className="q-strong">
                  <Money amountMinor={sum} currency={currency} />
                </b>
              ),
            },
            { label: 'Left out', value: left.length === 0 ? 'None' : payoutCount(left.length) },
            ...(settled > 0 ? [{ label: 'Sent before', value: payoutCount(settled) }] : []),
          ]}
        />
      </div>
      {left.length > 0 && (
        <ul className={classes.left} aria-label="Left out" tabIndex={0}>
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
        </ul>
      )}
      <p className="q-caption">The download changes no status: mark the payouts as sent once the bank has the order.</p>
    </>
  )
}

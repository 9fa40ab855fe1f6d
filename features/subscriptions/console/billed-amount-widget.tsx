import { Money } from '@quaff/platform/console/display/formats'

type BilledAmountProps = { amount: number; listAmount: number | null; currency: string }

export function BilledAmount({ amount, listAmount, currency }: BilledAmountProps) {
  return (
    <>
      {listAmount !== null && (
        <span className="q-caption q-nowrap">
          List <Money amountMinor={listAmount} currency={currency} />, paid{' '}
        </span>
      )}
      <Money amountMinor={amount} currency={currency} />
    </>
  )
}

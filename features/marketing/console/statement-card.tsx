import { slotMark } from '../pages/rules'
import { SlotChoiceText } from './slot-text'

interface StatementProps {
  /** Also how it is paid, and why it was adjusted. */
  complete?: boolean
}

export function StatementCard({ complete = false }: StatementProps) {
  return (
    <div className="slip">
      <div className="t">Statement</div>
      <span>Example, 1–31 Oct 2026</span>
      <dl>
        <dt>Pass sales</dt>
        <dd>$1,740.00</dd>
        <SlotChoiceText
          slot="feeShare"
          known={
            <>
              <dt>{`Our fee, ${slotMark('feeShare')}`}</dt>
              <dd>{slotMark('exampleFee')}</dd>
            </>
          }
          otherwise={null}
        />
        <dt>Adjustments</dt>
        <dd>−$58.00</dd>
        {complete && (
          <>
            <dt>Method</dt>
            <dd>Manual</dd>
            <dt>To account</dt>
            <dd>•••• 1234</dd>
          </>
        )}
        <dt className="net">Net</dt>
        <dd className="net">
          <SlotChoiceText slot="feeShare" known={slotMark('exampleNet')} otherwise="$1,682.00" />
        </dd>
      </dl>
      {complete && <span className="tag">Adjustments: two passes refunded at $29.00.</span>}
    </div>
  )
}

import { estimateMonth, workedExamples } from '../estimate-rules'
import { slotMark } from '../rules'
import { dollars, Estimator, number } from './estimator-widget'
import { SlotChoiceText } from './slot-text'

export function EstimatorSection() {
  return (
    <section className="est sec" id="estimate" aria-labelledby="estimate-title">
      <div className="wrap">
        <h2 id="estimate-title">What’s in the glass for you?</h2>
        <p className="lede">Move the four numbers to match your counter. Nothing is sent anywhere.</p>
        <div className="panel needs-js" id="estimator">
          <Estimator />
        </div>
        {/* Outside the estimator, because its script can’t render server-filled text again. */}
        <p className="small after">
          <SlotChoiceText
            slot="feeShare"
            known={`Before Quaff’s fee of ${slotMark('feeShare')} of pass sales`}
            otherwise="Before Quaff’s fee"
          />
          , card costs and tax.
        </p>
        <div className="tblwrap" tabIndex={0} role="region" aria-label="Worked examples">
          <table className="tbl">
            <caption>Worked examples: $29 a month, 4 drinks a week, $0.90 a drink. A month is 4.333 weeks.</caption>
            <thead>
              <tr>
                <th scope="col">Pass holders</th>
                <th scope="col">Pass sales</th>
                <th scope="col">Drinks</th>
                <th scope="col">Drink costs</th>
                <th scope="col">Left</th>
              </tr>
            </thead>
            <tbody>
              {workedExamples.map((details) => {
                const month = estimateMonth(details)
                return (
                  <tr key={details.passHolders}>
                    <th scope="row">{details.passHolders}</th>
                    <td>{dollars(month.salesMinor)}</td>
                    <td>{number(Math.round(month.drinks))}</td>
                    <td>{dollars(month.costsMinor)}</td>
                    <td>{dollars(month.leftMinor)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  )
}

import { CupView } from './cup-view'
import { exampleDrinkPrices, exampleFeed, examplePasses, exampleRights } from './partners-copy'

export function OfferSection() {
  return (
    <section className="sec" aria-labelledby="offer">
      <div className="wrap">
        <h2 id="offer">Your menu, your rules, one scan.</h2>
        <div className="bento">
          <div className="cell c7">
            <h3>You decide what a pass is</h3>
            <p>
              Drinks a day, a week or a month. Which items, which locations, what price. Start from a template and
              change anything.
            </p>
            <div className="plans" role="group" aria-label="Example passes">
              {examplePasses.map(({ name, terms, price }) => (
                <div className="plan" key={name}>
                  <b>{name}</b>
                  <span>{terms}</span>
                  <em>{price}</em>
                </div>
              ))}
            </div>
            <p className="small">Example prices. Yours are up to you.</p>
          </div>
          <div className="cell c5 cell--green">
            <h3>The counter stays quick</h3>
            <p>Staff scan the barcode in the guest’s app. Each drink is recorded with its time, place and pass.</p>
            <ul className="feed" aria-label="Example of the live counter">
              {exampleFeed.map(({ cup, pass, time }) => (
                <li key={time}>
                  <CupView name={cup} />
                  <span>{pass}</span>
                  <time>{time}</time>
                </li>
              ))}
            </ul>
          </div>
          <div className="cell c5">
            <h3>Know what a cup really earns</h3>
            <p>
              Some guests come daily, some forget. The console shows the price you effectively get per drink, plan by
              plan.
            </p>
            <ul className="eff" aria-label="Example: effective price per drink">
              {exampleDrinkPrices.map(({ pass, bar, price }) => (
                <li key={pass}>
                  <span>{pass}</span>
                  <i className={bar} />
                  <b>{price}</b>
                </li>
              ))}
            </ul>
            <p className="small">Example numbers.</p>
          </div>
          <div className="cell c7">
            <h3>Your team sees what it needs</h3>
            <p>
              Invite the people who run the place as owners and everyone else as viewers. Guests’ names are shortened
              wherever staff see them.
            </p>
            <RightsTable />
          </div>
        </div>
      </div>
    </section>
  )
}

function RightsTable() {
  return (
    <table className="rights">
      <caption className="sr">What owners and viewers can do</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">Right</span>
          </th>
          <th scope="col">Owner</th>
          <th scope="col">Viewer</th>
        </tr>
      </thead>
      <tbody>
        {exampleRights.map(({ right, owner, viewer }) => (
          <tr key={right}>
            <th scope="row">{right}</th>
            <td>{owner}</td>
            <td>{viewer}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { PassesView, PourView, TomorrowView } from './step-view'

const steps = [
  {
    Drawing: PassesView,
    title: 'Pick your pass',
    text: 'Each pass says what you can drink, how often, where it works and what it costs. You see all four before you pay.',
  },
  {
    Drawing: PourView,
    title: 'Show the barcode',
    text: 'Open the app at the counter and let them scan it. One scan is one drink. No stamps to collect, no card to find.',
  },
  {
    Drawing: TomorrowView,
    title: 'Come back tomorrow',
    text: 'Your next cup is ready with the new day. The app shows when, and which places are open right now.',
  },
]

/** Three things that stand on one counter. */
export function StepsSection() {
  return (
    <section className="how sec" id="how" aria-labelledby="how-title">
      <div className="wrap">
        <h2 id="how-title">Choose it once. Drink it daily.</h2>
        <ol className="steps">
          {steps.map(({ Drawing, title, text }, index) => (
            <li className="step" key={title}>
              <div className="art">
                <Drawing />
              </div>
              <h3>
                <b>{index + 1}</b>
                {title}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

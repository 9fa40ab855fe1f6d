import { PlacedCup } from './cup-view'
import { type Bar, Bars } from './ticket-widget'

const pour: readonly Bar[] = [
  [122, 5.6],
  [130.4, 3.7],
  [137, 2.8],
  [141.6, 3.7],
  [148.2, 3.7],
  [153.8, 1.9],
  [158.5, 5.6],
  [166.9, 1.9],
  [172.5, 1.9],
  [176.3, 1.9],
  [181.9, 3.7],
  [187.5, 1.9],
  [191.2, 3.7],
  [196.8, 1.9],
  [200.6, 3.7],
  [206.2, 1.9],
  [211.8, 3.7],
  [217.4, 5.6],
  [224.9, 2.8],
  [229.6, 1.9],
]

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

function PassesView() {
  return (
    <svg viewBox="0 0 360 280" aria-hidden>
      <g transform="rotate(-9 90 280)">
        <rect x="34" y="106" width="122" height="172" rx="16" fill="#F3DFC3" />
        <PlacedCup name="tea" x={62} y={128} size={66} />
        <rect x="54" y="214" width="82" height="9" rx="4.5" fill="#8A6B45" />
        <rect x="54" y="233" width="52" height="9" rx="4.5" fill="#C9AD85" />
      </g>
      <g transform="rotate(8 270 280)">
        <rect x="206" y="100" width="122" height="178" rx="16" fill="#1F6F5C" />
        <PlacedCup name="matcha" x={234} y={124} size={66} />
        <rect x="226" y="212" width="82" height="9" rx="4.5" fill="#CFE6DE" />
        <rect x="226" y="231" width="52" height="9" rx="4.5" fill="#75B6A3" />
      </g>
      <rect x="108" y="66" width="144" height="214" rx="18" fill="#E8A143" />
      <PlacedCup name="latte" x={137} y={92} size={86} />
      <rect x="132" y="206" width="96" height="11" rx="5.5" fill="#1F1D1A" />
      <rect x="132" y="228" width="60" height="11" rx="5.5" fill="#8F5610" />
    </svg>
  )
}

function PourView() {
  return (
    <svg viewBox="0 0 360 280" aria-hidden>
      <Bars fill="#B9601B" y={-120} height={330} bars={pour} />
      <path d="M104 176h152l-10 88c-1 8-6 13-14 13H128c-8 0-13-5-14-13Z" fill="#B9601B" />
      <path d="M104 176c18-9 34 9 52 0s34 9 50 0 34 8 50 0v10H105Z" fill="#D98B43" />
      <path
        d="M92 108h176l-19 156c-1.5 10-7 15-17 15H128c-10 0-15.5-5-17-15Z"
        fill="#FFFFFF"
        fillOpacity=".14"
        stroke="currentColor"
        strokeWidth="5"
        strokeLinejoin="round"
      />
    </svg>
  )
}

function TomorrowView() {
  return (
    <svg viewBox="0 0 360 280" aria-hidden>
      <path d="M22 280a158 158 0 0 1 316 0Z" fill="#E8A143" />
      <path d="M62 280a118 118 0 0 1 236 0Z" fill="#EFB55F" />
      <g transform="translate(98 150) scale(1.3)">
        <path d="M98 24h14a24 24 0 0 1 0 48H94" fill="none" stroke="#1F6F5C" strokeWidth="13" />
        <path d="M0 0h104v66c0 21-13 34-34 34H34C13 100 0 87 0 66Z" fill="#1F6F5C" />
        <path d="M8 8h88v8H8Z" fill="#F3DFC3" />
      </g>
      <g fill="none" stroke="currentColor" strokeWidth="5" strokeLinecap="round">
        <path d="M142 128c-9-12 9-20 0-34s9-20 0-32" />
        <path d="M188 128c-9-12 9-20 0-34s9-20 0-32" />
      </g>
    </svg>
  )
}

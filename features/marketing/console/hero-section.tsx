import { type CupName, PlacedCup } from './cup-view'
import { GetAppLink } from './store-badges'
import { PassCard } from './ticket-widget'

export function HeroSection() {
  return (
    <section className="hero">
      <div className="wrap in">
        <div>
          <h1>Your daily cup is already paid for.</h1>
          <p className="lede">
            Pick a pass from a place that pours what you like. Show its barcode at the counter once a day, and take your
            coffee, tea or juice with you.
          </p>
          <div className="act">
            <GetAppLink />
            <a className="more" href="#how">
              How it works
            </a>
          </div>
        </div>
        <div className="month">
          <MonthView />
          <PassCard />
        </div>
      </div>
    </section>
  )
}

const weekdays = ['S', 'M', 'T', 'W', 'T', 'F', 'S']

type Skipped = 'skipped'

/** Up to today; later days are open. */
const days: readonly (CupName | Skipped)[] = [
  ...(['latte', 'espresso', 'orange', 'rosetta', 'tea', 'matcha', 'skipped'] as const),
  ...(['iced', 'chai', 'hibiscus', 'latte', 'choc', 'lime', 'espresso'] as const),
  ...(['rosetta', 'skipped', 'tea', 'orange', 'chai', 'latte', 'matcha'] as const),
  ...(['skipped', 'iced', 'espresso', 'hibiscus', 'latte'] as const),
]
const daysOfMonth = 30
const step = 104
const firstRow = 36
const cupSize = 96
const centre = 46
const radius = 37

const month = Array.from({ length: daysOfMonth }, (_none, index) => ({
  day: index + 1,
  x: (index % weekdays.length) * step,
  y: firstRow + Math.floor(index / weekdays.length) * step,
  drink: days[index] ?? ('open' as const),
}))

/** Set down week by week; the delays are in the style sheet. */
const weeks = [0, 1, 2, 3, 4].map((week) => month.slice(week * weekdays.length, (week + 1) * weekdays.length))

function MonthView() {
  return (
    <svg
      viewBox="0 0 720 548"
      role="img"
      aria-label="A month of drinks seen from above: one cup for each day, today’s cup marked, the days to come still open."
    >
      {weekdays.map((name, index) => (
        <text key={index * step} className="wd" x={centre + 1 + index * step} y="16" textAnchor="middle">
          {name}
        </text>
      ))}
      {weeks.map((week, index) => (
        <g key={week[0]?.day} className={`w${index}`}>
          {week.map((day) => (
            <DayView key={day.day} {...day} />
          ))}
        </g>
      ))}
    </svg>
  )
}

function DayView({ day, x, y, drink }: (typeof month)[number]) {
  if (drink === 'open' || drink === 'skipped') {
    return (
      <>
        <circle className={drink === 'open' ? 'todo' : 'skip-d'} cx={x + centre} cy={y + centre} r={radius} />
        <text className="d" x={x + centre} y={y + centre + 7} textAnchor="middle">
          {day}
        </text>
      </>
    )
  }
  const cup = <PlacedCup name={drink} x={x} y={y} size={cupSize} />
  if (day !== days.length) return cup
  return (
    <>
      <circle className="halo" cx={x + centre} cy={y + centre} r={radius + 10} />
      {cup}
      <rect x={x + centre - 31} y={y + 78} width="62" height="25" rx="12.5" fill="#E8A143" />
      <text className="today" x={x + centre} y={y + centre * 2 + 4} textAnchor="middle">
        Today
      </text>
    </>
  )
}

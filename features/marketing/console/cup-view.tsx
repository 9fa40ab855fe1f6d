import { Glass, hotDrinks } from './hot-cups-view'

/** Each seen from above, in a square of 100. */
const coldDrinks = { orange: Orange, iced: Iced, hibiscus: Hibiscus, lime: Lime }

const drinks = { ...hotDrinks, ...coldDrinks }
export type CupName = keyof typeof drinks

/** The drawings of a page, once: every cup on it points here. */
export function CupSprite({ cups }: { cups: readonly CupName[] }) {
  return (
    <svg className="sprite" width="0" height="0" aria-hidden focusable="false">
      <defs>
        {cups.map((name) => {
          const Drink = drinks[name]
          return (
            <symbol key={name} id={`cup-${name}`} viewBox="0 0 100 100">
              <Drink />
            </symbol>
          )
        })}
      </defs>
    </svg>
  )
}

export function PlacedCup({ name, x, y, size }: { name: CupName; x: number; y: number; size: number }) {
  return <use href={`#cup-${name}`} x={x} y={y} width={size} height={size} />
}

export function CupView({ name }: { name: CupName }) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden>
      <use href={`#cup-${name}`} />
    </svg>
  )
}

function Orange() {
  return (
    <>
      <Glass />
      <circle cx="48" cy="48" r="33" fill="#F39A26" />
      <circle cx="43" cy="52" r="19" fill="#F9B54A" />
      <path
        d="M43 52L58.7 55.2M43 52L51.8 65.3M43 52L39.8 67.7M43 52L29.7 60.8M43 52L27.3 48.8M43 52L34.2 38.7M43 52L46.2 36.3M43 52L56.3 43.2"
        stroke="#F39A26"
        strokeWidth="2.2"
      />
      <circle cx="43" cy="52" r="18" fill="none" stroke="#E57F13" strokeWidth="3" />
      <path d="M60 36 86 12" stroke="#E9F4F0" strokeWidth="6" strokeLinecap="round" />
    </>
  )
}

function Iced() {
  return (
    <>
      <Glass />
      <circle cx="48" cy="48" r="33" fill="#4B2A19" />
      <g fill="#F1E6D7" fillOpacity=".82">
        <rect x="28" y="34" width="19" height="19" rx="4" transform="rotate(-14 37 43)" />
        <rect x="49" y="26" width="16" height="16" rx="4" transform="rotate(22 57 34)" />
        <rect x="46" y="51" width="20" height="20" rx="4" transform="rotate(9 56 61)" />
      </g>
      <path d="M33 66 10 88" stroke="#E8A143" strokeWidth="6" strokeLinecap="round" />
    </>
  )
}

function Hibiscus() {
  return (
    <>
      <Glass />
      <circle cx="48" cy="48" r="33" fill="#B23048" />
      <g fill="#D9667A">
        <ellipse cx="37" cy="38" rx="9" ry="6" transform="rotate(30 37 38)" />
        <ellipse cx="61" cy="58" rx="10" ry="6" transform="rotate(-24 61 58)" />
      </g>
      <path d="M40 62c0-10 6-16 16-17-1 10-6 16-16 17Z" fill="#5E9A6A" />
      <path d="M40 62c-8-1-13-5-15-12 8 0 13 4 15 12Z" fill="#7DB387" />
    </>
  )
}

function Lime() {
  return (
    <>
      <Glass />
      <circle cx="48" cy="48" r="33" fill="#A9BE5B" />
      <circle cx="54" cy="44" r="17" fill="#D4DE97" />
      <path
        d="M54 44L67.7 46.8M54 44L61.7 55.7M54 44L51.2 57.7M54 44L42.3 51.7M54 44L40.3 41.2M54 44L46.3 32.3M54 44L56.8 30.3M54 44L65.7 36.3"
        stroke="#8CA63C"
        strokeWidth="2"
      />
      <circle cx="54" cy="44" r="16" fill="none" stroke="#6E8A2C" strokeWidth="3" />
      <circle cx="32" cy="62" r="4" fill="#E3EAB8" />
      <circle cx="42" cy="68" r="2.5" fill="#E3EAB8" />
    </>
  )
}

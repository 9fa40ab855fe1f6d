const petals = [0, 45, 90, 135, 180, 225, 270, 315]

function Espresso() {
  return (
    <>
      <Cup />
      <circle cx="48.8" cy="49" r="32" fill="#3A2014" />
      <circle cx="48.8" cy="49" r="28" fill="none" stroke="#A9683A" strokeWidth="6" />
      <circle cx="48.8" cy="49" r="31" fill="none" stroke="#C98F57" strokeWidth="2" />
      <path d="M34 40a18 18 0 0 1 9-8" fill="none" stroke="#C98F57" strokeWidth="2.5" strokeLinecap="round" />
    </>
  )
}

function Latte() {
  return (
    <>
      <Cup />
      <circle cx="48.8" cy="49" r="32" fill="#A86A3D" />
      <path
        d="M48.5 72C33 60 28 51 31 43.5c2.6-6.5 12-7.5 17.5.5 5.5-8 15-7 17.5-.5C69 51 64 60 48.5 72Z"
        fill="#F6E4CB"
      />
      <path
        d="M48.5 63C40 56 37 51 39 47.5c2-3.5 7-3 9.5 1.5 2.5-4.5 7.5-5 9.5-1.5C60 51 57 56 48.5 63Z"
        fill="#C58A58"
      />
    </>
  )
}

function Rosetta() {
  return (
    <>
      <Cup />
      <circle cx="48.8" cy="49" r="32" fill="#7A4728" />
      <g fill="none" stroke="#F3DFC3" strokeLinecap="round" strokeWidth="5">
        <path d="M48.5 25v46" strokeWidth="3" />
        <path d="M37 34c4 8 8 10 11.5 10S56 42 60 34" />
        <path d="M32 44c5 9 11 11 16.5 11S60 53 65 44" />
        <path d="M35 56c4 7 9 9 13.5 9s9.5-2 13.5-9" />
      </g>
    </>
  )
}

function Matcha() {
  return (
    <>
      <Cup />
      <circle cx="48.8" cy="49" r="32" fill="#7F9C45" />
      <path
        d="M30 50c0-11 8-19 18.5-19S66 39 66 49s-7 16-16.5 16S36 58 36 49.5 42 37 49 37s11.5 5 11.5 11.5S56 59 50 59s-8-4-8-9"
        fill="none"
        stroke="#C9D79A"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </>
  )
}

function Tea() {
  return (
    <>
      <Cup />
      <circle cx="48.8" cy="49" r="32" fill="#B9601B" />
      <circle cx="56" cy="42" r="15" fill="#F6DE7E" />
      <path
        d="M56 42L67.8 44.4M56 42L62.6 52.0M56 42L53.6 53.8M56 42L46.0 48.6M56 42L44.2 39.6M56 42L49.4 32.0M56 42L58.4 30.2M56 42L66.0 35.4"
        stroke="#FFF6CF"
        strokeWidth="2"
      />
      <circle cx="56" cy="42" r="14" fill="none" stroke="#E7BE3C" strokeWidth="2.5" />
      <path d="M27 56a23 23 0 0 0 13 14" fill="none" stroke="#D98B43" strokeWidth="3" strokeLinecap="round" />
    </>
  )
}

function Chai() {
  return (
    <>
      <Cup />
      <circle cx="48.8" cy="49" r="32" fill="#CF9457" />
      <g fill="#6B3F22">
        {petals.map((angle) => (
          <path key={angle} d="M48.5 49c-4-5-3.5-11 0-16 3.5 5 4 11 0 16Z" transform={`rotate(${angle} 48.5 49)`} />
        ))}
      </g>
      <circle cx="48.5" cy="49" r="4" fill="#CF9457" />
      <path d="M26 42a24 24 0 0 1 9-13" fill="none" stroke="#E9C59A" strokeWidth="3" strokeLinecap="round" />
    </>
  )
}

function Choc() {
  return (
    <>
      <Cup />
      <circle cx="48.8" cy="49" r="32" fill="#53301F" />
      <g fill="#F8EBDA">
        <rect x="30" y="40" width="18" height="15" rx="6" transform="rotate(-18 39 47)" />
        <rect x="50" y="33" width="17" height="14" rx="6" transform="rotate(24 58 40)" />
        <rect x="46" y="55" width="18" height="14" rx="6" transform="rotate(6 55 62)" />
      </g>
    </>
  )
}

/** Each seen from above, in a square of 100. */
export const hotDrinks = {
  espresso: Espresso,
  latte: Latte,
  rosetta: Rosetta,
  matcha: Matcha,
  tea: Tea,
  chai: Chai,
  choc: Choc,
}

/** The mark's Q: a cup from above, its handle at half past four. */
function Cup() {
  return (
    <>
      <path d="M72 72 88 88" stroke="#F7F1E6" strokeWidth="14" strokeLinecap="round" />
      <circle cx="48" cy="48" r="41" fill="#F7F1E6" />
      <circle cx="48" cy="48" r="34.5" fill="#DCCFBA" />
    </>
  )
}

export function Glass() {
  return (
    <>
      <circle cx="48" cy="48" r="39" fill="#FFFDF8" fillOpacity=".34" />
      <circle cx="48" cy="48" r="38" fill="none" stroke="#FFFDF8" strokeOpacity=".7" strokeWidth="2.5" />
    </>
  )
}

import { Bars, type Bar } from './barcode-view'

const pour: readonly Bar[] = [
  [112, 5.7],
  [125.3, 3.8],
  [132.9, 7.6],
  [144.4, 5.7],
  [155.8, 3.8],
  [167.2, 7.6],
  [178.6, 3.8],
  [186.2, 3.8],
  [193.8, 7.6],
  [205.3, 7.6],
  [216.7, 7.6],
  [230, 5.7],
  [243.3, 3.8],
  [250.9, 11.4],
  [266.2, 7.6],
  [277.6, 5.7],
  [287.1, 11.4],
  [306.1, 5.7],
  [315.6, 7.6],
  [329, 11.4],
]

/** Sales as a drink: what is poured in, what it cost, what is left. */
export function GlassView() {
  return (
    <svg viewBox="0 0 620 600" aria-hidden>
      <rect y="560" width="620" height="40" fill="#13463A" />
      <Bars fill="#E8A143" y={-10} height={330} bars={pour} />
      <path d="M58 300c26-14 48 14 76 0s48 14 76 0 50 14 76 0 50 12 76 0 30 8 40 0l-8 84H66Z" fill="#E8A143" />
      <path d="M65 372h329l-8 90H73Z" fill="#C98F57" />
      <path d="M73 460h313l-9 72c-2 14-11 22-24 22H106c-13 0-22-8-24-22Z" fill="#7A4728" />
      <path
        d="M34 150h392l-36 384c-2 17-12 26-28 26H98c-16 0-26-9-28-26Z"
        fill="#F7F1E6"
        fillOpacity=".07"
        stroke="#F7F1E6"
        strokeWidth="8"
        strokeLinejoin="round"
      />
    </svg>
  )
}

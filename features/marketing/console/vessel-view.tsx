/** The mark's Q: a cup from above, its handle at half past four. */
export function Cup() {
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

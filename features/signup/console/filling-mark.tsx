/** The mark, whose cup fills while something is under way. */
export function FillingMark() {
  return (
    <svg viewBox="0 0 64 64" aria-hidden>
      <defs>
        <clipPath id="filling-cup">
          <circle cx="29" cy="29" r="17" />
        </clipPath>
      </defs>
      <g clipPath="url(#filling-cup)">
        <path
          className="lvl"
          fill="#E8A143"
          d="M12.6 27.5c5-4.2 10.2-4 16.2-.6s11 3.8 16.4-1.3A17 17 0 1 1 12.6 27.5ZM12 40h34v24H12Z"
        />
      </g>
      <path
        fill="#1F6F5C"
        fillRule="evenodd"
        d="M29 2a27 27 0 1 1 0 54a27 27 0 0 1 0-54Zm0 11a16 16 0 1 0 0 32a16 16 0 0 0 0-32Z"
      />
      <path d="M43.5 43.5 53 53" fill="none" stroke="#1F6F5C" strokeWidth="13.5" strokeLinecap="round" />
    </svg>
  )
}

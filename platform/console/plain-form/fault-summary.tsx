import { useEffect, useRef } from 'react'

export type Fault = { field: string; label: string; text: string }

interface FaultSummaryProps {
  /** In the order of the form; empty shows nothing. */
  faults: readonly Fault[]
  /** Counts the attempts to send: the summary takes the focus at each. */
  attempt: number
}

/** What keeps a form from being sent, above it, each leading to its field. */
export function FaultSummary({ faults, attempt }: FaultSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const isShown = faults.length > 0
  useEffect(() => {
    if (isShown && attempt > 0) box.current?.focus()
  }, [attempt, isShown])
  if (!isShown) return null
  return (
    <div className="faults" role="alert" tabIndex={-1} ref={box}>
      <p>
        <b>{faults.length === 1 ? 'Check 1 answer' : `Check ${faults.length} answers`}</b>
      </p>
      <ul>
        {faults.map(({ field, label, text }) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(field)?.focus()
              }}
            >
              {`${label}: ${text}`}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

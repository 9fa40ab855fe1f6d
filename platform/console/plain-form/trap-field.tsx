/** For programs that fill in whatever they find. Out of sight, out of the order of Tab, and not read out. */
export function TrapField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="sr" aria-hidden>
      <label>
        Leave this empty
        <input
          name="leave-empty"
          tabIndex={-1}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
    </div>
  )
}

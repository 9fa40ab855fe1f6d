const hints = ['At least 6 characters', 'A mix of letters, numbers and symbols', 'Avoid common words']

export function PasswordHints() {
  return (
    <ul className="q-secondary" aria-label="Password hints">
      {hints.map((hint) => (
        <li key={hint}>• {hint}</li>
      ))}
    </ul>
  )
}

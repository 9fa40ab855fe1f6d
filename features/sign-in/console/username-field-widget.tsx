/** Invisible: names the account for password managers. */
export function UsernameField({ username }: { username: string }) {
  // A dialog gives the focus to its first field that has a tab stop.
  return <input hidden readOnly tabIndex={-1} type="text" name="username" autoComplete="username" value={username} />
}

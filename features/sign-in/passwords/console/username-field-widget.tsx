/** Not visible: names the account for password managers. */
export function UsernameField({ username }: { username: string }) {
  return <input hidden readOnly type="text" name="username" autoComplete="username" value={username} />
}

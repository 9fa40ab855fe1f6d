/** Overwrites one line of a terminal. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`)
}

export function hideProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
}

/** Overwrites one line of a terminal. */
export function showProgress(text: string) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`)
}

export function hideProgress() {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
}

/** Without its database nothing can be answered; the data is safe, and a new start works. */
export function failOnCrash(error: Error): void {
  process.stderr.write(`The embedded database stopped: ${error.message}\n`)
  process.exit(1)
}

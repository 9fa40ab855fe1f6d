/** Without its database the server cannot answer. The data is safe, and a restart works. */
export function failOnCrash(error: Error) {
  process.stderr.write(`The embedded database stopped: ${error.message}\n`)
  process.exit(1)
}

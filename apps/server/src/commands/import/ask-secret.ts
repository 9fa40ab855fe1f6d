import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Reads one line from the terminal without echo, or from a pipe. Returns an empty string if there is none. */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  const nowhere = new Writable({ write: (_text, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY })
  try {
    return await new Promise((resolve) => lines.once('line', resolve).once('close', () => resolve('')))
  } finally {
    lines.close()
    stderr.write('\n')
  }
}

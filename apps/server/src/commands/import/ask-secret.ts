import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** One line that is typed, or sent through a pipe, without showing it. Empty when there is none. */
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

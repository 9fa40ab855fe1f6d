import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

/** A test that expects an error on the console replaces `console.error` itself, with `vi.spyOn`. */
const unexpected: string[] = []

function collect(...args: unknown[]): void {
  unexpected.push(format(...args))
}

beforeEach(() => {
  console.error = collect
})

afterEach(() => {
  const lines = unexpected.splice(0)
  if (lines.length > 0) throw new Error(`Unexpected console.error:\n${lines.join('\n')}`)
})

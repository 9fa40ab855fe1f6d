import { createReadStream, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { publicExport } from '../testing/managed-export'
import { headBytes, readDocuments, recognizeFormat } from './index.js'

async function countDocuments(path: string): Promise<Record<string, number>> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(headBytes) })
  await file.close()
  const format = await recognizeFormat(path, buffer.subarray(0, bytesRead))
  const counts: Record<string, number> = {}
  for await (const read of readDocuments(createReadStream(path), format)) {
    const name = 'fault' in read ? read.fault : (read.document.path.split('/').at(-2) ?? '')
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

it('the example of the README counts the documents of a published export', async () => {
  const counts = await countDocuments(join(publicExport, 'firestore_export/all_namespaces/all_kinds/output-0'))
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(14)
})

it('is the one that the README shows', () => {
  const functionIn = (text: string) => /async function countDocuments[\s\S]*?\n\}\n/.exec(text)?.[0] ?? text
  const read = (name: string) => functionIn(readFileSync(join(import.meta.dirname, name), 'utf8'))
  expect(read('../README.md')).toBe(read('readme.test.ts'))
})

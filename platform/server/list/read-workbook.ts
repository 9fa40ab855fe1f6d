import type { ChildProcess } from 'node:child_process'
import { isWorkbook } from '../../shared/csv'
import { startProcess } from '../threads'
import { csvRefusal } from './csv'

const limits = { timeoutMs: 10_000, heapMb: 256 } as const
const atOnce = 2
export const workbookTexts = {
  tooLong: 'The first sheet is too long. Split it, or save it as CSV UTF-8.',
  unreadable: 'Couldn’t read the workbook. Remove its password, or save it as CSV UTF-8.',
} as const
/** `sheet`: the position of the sheet, from 1. */
export type WorkbookRows = { csv: string; sheet: number; sheets: number }
let running = 0
const waiting: (() => void)[] = []

/**
 * Returns the first visible sheet of an .xlsx file as CSV, which imports read like any other. A hostile file can take minutes and
 * gigabytes, so a process with limits reads it. @throws CSV
 */
export async function readWorkbook(bytes: Uint8Array, own: Partial<Limits> = {}): Promise<WorkbookRows> {
  if (!isWorkbook(bytes)) throw csvRefusal(workbookTexts.unreadable)
  if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await readInProcess(bytes, { ...limits, ...own })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

type Limits = { timeoutMs: number; heapMb: number; signal?: AbortSignal }

async function readInProcess(bytes: Uint8Array, { timeoutMs, heapMb, signal }: Limits) {
  const reader = startProcess('workbook-worker', import.meta.url, { heapMb })
  const stop = () => void reader.kill('SIGKILL')
  const timer = setTimeout(stop, timeoutMs)
  signal?.addEventListener('abort', stop)
  try {
    const answer = await answerTo(reader, bytes)
    if ('refusal' in answer) throw csvRefusal(answer.refusal)
    return answer
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

const answerTo = (reader: ChildProcess, bytes: Uint8Array) =>
  new Promise<WorkbookRows | { refusal: string }>((resolve, reject) => {
    reader
      .once('message', (answer) => resolve(answer as WorkbookRows | { refusal: string }))
      .once('error', reject)
      // Code 1 is an exception. Otherwise it ran out of time or memory, and a signal ended it.
      .once('exit', (code) => reject(code === 1 ? new Error('The reader failed') : csvRefusal(workbookTexts.tooLong)))
    // If it has ended, "exit" says so.
    reader.send(bytes, () => {})
  })

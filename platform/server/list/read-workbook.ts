import type { Worker } from 'node:worker_threads'
import { isWorkbook } from '../../shared/csv'
import { startThread } from '../threads'
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
 * gigabytes, so a thread with limits reads it. @throws CSV
 */
export async function readWorkbook(bytes: Uint8Array, own: Partial<Limits> = {}): Promise<WorkbookRows> {
  if (!isWorkbook(bytes)) throw csvRefusal(workbookTexts.unreadable)
  if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await readInThread(bytes, { ...limits, ...own })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

type Limits = { timeoutMs: number; heapMb: number; signal?: AbortSignal }

async function readInThread(bytes: Uint8Array, { timeoutMs, heapMb, signal }: Limits): Promise<WorkbookRows> {
  const worker = startThread('workbook-worker', import.meta.url, {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  const stop = () => void worker.terminate()
  const timer = setTimeout(stop, timeoutMs)
  signal?.addEventListener('abort', stop)
  try {
    const answer = await firstMessage(worker)
    if ('refusal' in answer) throw csvRefusal(answer.refusal)
    return answer
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

const firstMessage = (worker: Worker) =>
  new Promise<WorkbookRows | { refusal: string }>((resolve, reject) => {
    worker
      .once('message', resolve)
      .once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? csvRefusal(workbookTexts.tooLong) : error),
      )
      .once('exit', () => reject(csvRefusal(workbookTexts.tooLong)))
  })

import type { Worker } from 'node:worker_threads'
import { startThread } from '../../threads'
import type { EngineOptions } from './pglite-engine'
import type { WorkerCommand } from './pglite-worker'
import type { WireReply } from './wire-server'
import { WireConnections } from './wire-stream'

type WorkerAnswer = { kind: 'ready' } | { kind: 'closed' } | { kind: 'reply'; reply: WireReply }

export type EngineThread = { connections: WireConnections; close(): Promise<void> }

/** Runs the engine in a worker thread, so that a heavy query does not block HTTP. */
export async function startEngineThread(
  options: EngineOptions,
  onCrash: (error: Error) => void,
): Promise<EngineThread> {
  const worker = startThread('pglite-worker', import.meta.url, { workerData: options })
  const connections = new WireConnections({
    send: (request) => post(worker, { kind: 'wire', request }),
    onReply: (listener) =>
      worker.on('message', (answer: WorkerAnswer) => {
        if (answer.kind === 'reply') listener(answer.reply)
      }),
  })
  await waitFor(worker, 'ready')

  let closing = false
  const crash = (error: Error) => {
    connections.breakAll(error)
    if (!closing) onCrash(error)
  }
  worker.on('error', crash)
  worker.on('exit', (code) => crash(endedWith(code)))
  return {
    connections,
    async close() {
      closing = true
      const closed = waitFor(worker, 'closed')
      post(worker, { kind: 'close' })
      await closed
      await worker.terminate()
    },
  }
}

function post(worker: Worker, command: WorkerCommand) {
  worker.postMessage(command)
}

function waitFor(worker: Worker, kind: WorkerAnswer['kind']): Promise<void> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: WorkerAnswer) => {
      if (answer.kind !== kind) return
      worker.off('message', onMessage).off('error', reject)
      resolve()
    }
    worker.on('message', onMessage).once('error', reject)
    worker.once('exit', (code) => reject(endedWith(code)))
  })
}

function endedWith(code: number) {
  return new Error(`The embedded database's thread ended with code ${code}`)
}

import { parentPort, workerData } from 'node:worker_threads'
import { createEngine, type EngineOptions } from './pglite-engine'
import { WireServer, type WireRequest } from './wire-server'

export type WorkerCommand = { kind: 'wire'; request: WireRequest } | { kind: 'close' }

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')

const options: EngineOptions = workerData
const engine = await createEngine(options)
const server = new WireServer(engine, (reply) => port.postMessage({ kind: 'reply', reply }))

port.on('message', (command: WorkerCommand) => {
  if (command.kind === 'close') {
    void engine.close().finally(() => port.postMessage({ kind: 'closed' }))
    return
  }
  server.answer(command.request)
})
port.postMessage({ kind: 'ready' })

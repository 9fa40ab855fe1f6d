import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** The build puts threads and processes beside the server's file. */
let builtFile = (name: string) => new URL(`${name}.js`, import.meta.url)

/** Tests start many threads, so they use prebuilt files. */
export function runThreadsFrom(file: (name: string) => URL) {
  builtFile = file
}

/** Starts `name.ts` beside the file of the caller. In development it is a source file, which needs tsx. */
export function startThread(name: string, caller: string, options: WorkerOptions): Worker {
  const built = builtFile(name)
  if (existsSync(fileURLToPath(built))) return new Worker(built, options)
  const source = new URL(`${name}.ts`, caller).href
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}) })`
  return new Worker(load, { ...options, eval: true, execArgv: [] })
}

/**
 * Starts `name.ts` beside the file of the caller as a process, which may run out of memory alone: on Node 24 a thread
 * takes the server along. It gets no environment and one message.
 */
export function startProcess(name: string, caller: string, { heapMb }: { heapMb: number }): ChildProcess {
  const built = fileURLToPath(builtFile(name))
  const isBuilt = existsSync(built)
  return fork(isBuilt ? built : fileURLToPath(new URL(`${name}.ts`, caller)), [], {
    env: {},
    execArgv: [`--max-old-space-size=${heapMb}`, ...(isBuilt ? [] : ['--import', import.meta.resolve('tsx')])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { rootFolder } from '../setup/root-folder.mjs'

export const reportFolder = join(rootFolder, 'artifacts', 'reports')
const seconds = (ms) => Math.round(ms / 100) / 10

/** Time of a run: `measure` each part, `addFiles` of test runners, `print` at the end. */
export class Times {
  started = performance.now()
  parts = []
  files = []

  constructor(command) {
    this.command = command
  }

  async measure(part, work) {
    const started = performance.now()
    try {
      return await work()
    } finally {
      this.parts.push({ part, seconds: seconds(performance.now() - started) })
    }
  }

  /** Files may come several times, once for each test: their milliseconds are added up. */
  addFiles(files) {
    this.files.push(...files)
  }

  /** Prints a table and writes it, with every file, to `artifacts/reports/times.json`. */
  print() {
    const files = sumByFile(this.files)
    const total = seconds(performance.now() - this.started)
    const [cpu] = cpus()
    const machine = { cores: availableParallelism(), cpu: cpu?.model.trim(), node: process.version }
    const report = {
      command: this.command,
      at: new Date().toISOString(),
      machine,
      seconds: total,
      parts: this.parts,
      files,
    }
    mkdirSync(reportFolder, { recursive: true })
    writeFileSync(join(reportFolder, 'times.json'), `${JSON.stringify(report, null, 2)}\n`)
    for (const line of describeTimes(report)) console.log(line)
  }
}

/** Longest first; milliseconds become seconds. */
function sumByFile(files) {
  const sums = new Map()
  for (const { project, file, startMs, testsMs } of files) {
    const sum = sums.get(`${project} ${file}`) ?? { project, file, start: 0, tests: 0 }
    sums.set(`${project} ${file}`, { ...sum, start: sum.start + startMs, tests: sum.tests + testsMs })
  }
  return [...sums.values()]
    .toSorted((one, other) => other.start + other.tests - one.start - one.tests)
    .map((sum) => ({ ...sum, start: seconds(sum.start), tests: seconds(sum.tests) }))
}

/** The parts may run beside each other: they add up to more than the whole. */
export function describeTimes({ command, machine, seconds: total, parts, files }) {
  const row = (name, ...columns) => name.padEnd(48) + columns.map((text) => String(text).padStart(10)).join('')
  const projects = [...new Set(files.map(({ project }) => project))]
  const sumOf = (project, key) =>
    files.reduce((sum, file) => sum + (file.project === project ? file[key] : 0), 0).toFixed(1)
  return [
    `\nWhere the time of ${command} went: ${total} s on ${machine.cores} cores, Node ${machine.node.slice(1)}`,
    ...parts.map((part) => row(`  ${part.part}`, `${part.seconds} s`)),
    row('Inside of test files, over all workers', 'start-up', 'tests'),
    ...projects.map((project) => row(`  ${project}`, `${sumOf(project, 'start')} s`, `${sumOf(project, 'tests')} s`)),
    row('The slowest files', 'start-up', 'tests'),
    ...files
      .slice(0, 10)
      .map(({ project, file, start, tests }) => row(`  ${`${project} ${file}`}`, ` ${start} s`, `${tests} s`)),
  ]
}

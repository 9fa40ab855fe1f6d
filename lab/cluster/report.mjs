import { cpus, totalmem } from 'node:os'

/** Maximum seconds without reads. */
const readsGoal = 5

export const isInTime = ({ writes, reads, goal }) => writes.seconds <= goal && reads.seconds <= readsGoal

export function printFault({ round, name, writes, reads, goal, failure }) {
  const pause = ({ seconds, kind }) => `${seconds.toFixed(1).padStart(5)} s (${kind})`
  console.log(
    `${round}  ${name.padEnd(28)} writes away ${pause(writes)}, at most ${goal} s; reads ${pause(reads)}, at most ${readsGoal} s`,
  )
  if (failure) console.log(`   FAILED: ${failure}`)
}

/** Least, middle and most over the rounds, for each fault. */
export function printTable(results) {
  console.log(
    '\n| fault | rounds | writes away, s: min/median/max | goal | reads away, s: min/median/max | goal |\n|---|---|---|---|---|---|',
  )
  for (const name of new Set(results.map((one) => one.name))) {
    const own = results.filter((one) => one.name === name)
    const spread = (of) => {
      const values = own.map(of).sort((a, b) => a - b)
      const middle = (values[Math.floor((values.length - 1) / 2)] + values[Math.floor(values.length / 2)]) / 2
      return [values[0], middle, values.at(-1)].map((one) => one.toFixed(1)).join('/')
    }
    console.log(
      `| ${name} | ${own.length} | ${spread(({ writes }) => writes.seconds)} | ${own[0].goal} | ${spread(({ reads }) => reads.seconds)} | ${readsGoal} |`,
    )
  }
}

export function printRows({ found, refusals, missed, listeners, reads }) {
  console.log(`\n${found.acked} rows were acknowledged: ${found.lost} lost, ${found.doubled} doubled. ${reads} reads.`)
  if (refusals.length > 0) console.log(`${refusals.length} writes were refused:`, refusals.slice(0, 3))
  console.log(
    `${listeners.count} listeners, ${listeners.connections()} connections: ${missed.length} changes missed; ${listeners.toldAnew()} resynced.`,
  )
  console.log(`${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`)
}

/** Attempts that failed and were made again, by what was said. */
export function printFaults(kinds) {
  for (const [kind, faults] of Object.entries(kinds)) {
    const words = [...faults].map(([said, times]) => `${said} (${times})`)
    if (words.length > 0) console.log(`\n${kind} that were tried again: ${words.join(', ')}`)
  }
}

import { median, ratioOf, safeRatioOf } from './summarise.mjs'

const number = (figure, digits) => (median(figure) === undefined ? '–' : median(figure).toFixed(digits))
const latencies = ({ p50, p99 }) => `${number(p50, 0)} / ${number(p99, 0)}`

const columns = [
  { title: 'requests/s', of: ({ ours }) => number(ours.perSecond, 0) },
  { title: 'of the floor', of: (result) => ratioOf(result).toFixed(2) },
  { title: 'of the safe floor', of: (result) => safeRatioOf(result)?.toFixed(2) ?? '–' },
  { title: 'p50 / p99 ms', of: ({ ours }) => latencies(ours) },
  { title: 'floor', of: ({ floor }) => latencies(floor) },
  { title: 'node ms', of: ({ ours }) => number(ours.node, 1) },
  { title: 'pg ms', of: ({ ours }) => number(ours.postgres, 1) },
  { title: 'floor node, pg', of: ({ floor }) => `${number(floor.node, 1)}, ${number(floor.postgres, 1)}` },
  { title: 'statements', of: ({ ours }) => number(ours.statements, 1) },
  { title: 'plans', of: ({ ours }) => number(ours.plans, 1) },
]

export const headLine = () =>
  line(
    'operation',
    columns.map(({ title }) => title),
  )
export const resultLine = (name, result) =>
  line(
    name,
    columns.map((column) => column.of(result)),
  )

function line(name, cells) {
  return (
    name.padEnd(36) + cells.map((cell, index) => cell.padStart(Math.max(8, columns[index].title.length) + 2)).join('')
  )
}

/**
 * A Markdown table of one run, or of a large one beside a `small`: growth is how many times as long a request takes there,
 * by requests per second.
 */
export function markdown(large, small) {
  const isBeside = small !== undefined
  const titles = [
    'operation',
    ...columns.map(({ title }) => title),
    ...(isBeside ? ['small: requests/s', 'growth'] : []),
  ]
  const rows = Object.entries(large.results).map(([name, result]) => {
    const beside = isBeside ? besides(result, small.results[name]) : []
    return [name, ...columns.map((column) => column.of(result)), ...beside]
  })
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function besides({ ours }, small) {
  if (!small) return ['–', '–']
  return [number(small.ours.perSecond, 0), `${(median(small.ours.perSecond) / median(ours.perSecond)).toFixed(1)}×`]
}

export function caption({ machine, postgres, subs, reds, seconds, rounds, at }) {
  return `${subs} subscriptions, ${reds} redemptions; ${machine}, PostgreSQL ${postgres}; ten clients, ${rounds} rounds of ${seconds} s, medians; ${at}.`
}

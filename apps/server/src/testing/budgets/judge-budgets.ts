/** The most round trips to the database that a call of a screen may take, the session's own included. */
const goals = { page: 3, sheet: 5 } as const

export type Budget = { kind: keyof typeof goals; roundTrips: number; cpu: 's' | 'm' | 'l' }
type Budgets = Record<string, Budget>
/** Procedures above the goal of their kind; this list may only shrink. */
export type BudgetFile = { aboveGoal: string[]; budgets: Budgets }

/** Returns the problems with the file or the measured counts, each with what to do. */
export function judgeBudgets({ aboveGoal, budgets }: BudgetFile, counted: Record<string, number>): string[] {
  const names = new Set([...Object.keys(counted), ...Object.keys(budgets), ...aboveGoal])
  return [...names].sort().flatMap((name) => judge(name, budgets[name], counted[name], aboveGoal.includes(name)))
}

function judge(name: string, budget: Budget | undefined, count: number | undefined, isExcused: boolean): string[] {
  if (count === undefined) return [`${name} is no procedure that looks: take it out of the budgets`]
  if (!budget) return [`${name} has no budget: it takes ${count} round trips`]
  if (count > budget.roundTrips) return [`${name} takes ${count} round trips, its budget is ${budget.roundTrips}`]
  const goal = goals[budget.kind]
  if (budget.roundTrips > goal && !isExcused)
    return [`${name} may take ${budget.roundTrips} round trips, the goal for a ${budget.kind} is ${goal}`]
  if (budget.roundTrips <= goal && isExcused) return [`${name} is within the goal: take it out of aboveGoal`]
  return []
}

/**
 * Returns the budgets lowered to the measured counts. Never raises one and never adds one above the goal; that is
 * done by hand with a reason.
 */
export function lowerBudgets({ aboveGoal, budgets }: BudgetFile, counted: Record<string, number>): BudgetFile {
  const lowered = Object.keys(counted)
    .sort()
    .map((name): [string, Budget] => {
      const count = counted[name] ?? 0
      const budget = budgets[name]
      if (!budget) return [name, { kind: 'page', roundTrips: Math.min(count, goals.page), cpu: 'm' }]
      return [name, { ...budget, roundTrips: Math.min(count, budget.roundTrips) }]
    })
  const kept = Object.fromEntries(lowered)
  return { aboveGoal: aboveGoal.filter((name) => isAboveGoal(kept[name])), budgets: kept }
}

/** One line per procedure, so that changes of two procedures do not conflict. */
export function writeBudgets({ aboveGoal, budgets }: BudgetFile): string {
  const names = aboveGoal.map((name) => `    ${JSON.stringify(name)}`)
  const lines = Object.entries(budgets).map(
    ([name, { kind, roundTrips, cpu }]) =>
      `    ${JSON.stringify(name)}: { "kind": "${kind}", "roundTrips": ${roundTrips}, "cpu": "${cpu}" }`,
  )
  const above = names.length === 0 ? '[]' : `[\n${names.join(',\n')}\n  ]`
  return `{\n  "aboveGoal": ${above},\n  "budgets": {\n${lines.join(',\n')}\n  }\n}\n`
}

const isAboveGoal = (budget: Budget | undefined) => budget !== undefined && budget.roundTrips > goals[budget.kind]

/** The most round trips to the database that a call of a screen may take, the session's own included. */
export const goals = { page: 3, sheet: 5 } as const

export type Budget = { kind: keyof typeof goals; roundTrips: number; cpu: 's' | 'm' | 'l' }
export type Budgets = Record<string, Budget>
/** Above the goal for its kind: the list of what is still to be done, which only becomes shorter. */
export type BudgetFile = { aboveGoal: string[]; budgets: Budgets }

/** What is wrong with the file or with what was measured, in words that say what to do; empty when all is well. */
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
 * Today's counts, where they are lower. Nothing gets a higher budget and nothing new goes above the goal by itself:
 * whoever wants that writes it down by hand and says why.
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

/** One line for each, so that two changes of two procedures do not meet. */
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

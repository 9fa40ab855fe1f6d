import { types } from 'pg'

const { INT8, NUMERIC } = types.builtins

/** Counts and sums arrive as numbers; what a number cannot hold exactly stays a string. */
export function readNumbers(): void {
  types.setTypeParser(INT8, readExactly)
  types.setTypeParser(NUMERIC, readExactly)
}

function readExactly(text: string): number | string {
  const value = Number(text)
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value
}

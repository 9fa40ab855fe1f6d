/** Guards whose loss nobody can notice, each with the reason. */
export const equivalents = {}

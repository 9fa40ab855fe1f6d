import { StandardRPCJsonSerializer } from '@orpc/client/standard'

/** The body as the console's client sends it. Dates are named beside the text: JSON has none. */
export function asClient(input: unknown) {
  const [json, meta] = new StandardRPCJsonSerializer().serialize(input)
  return { json, meta }
}

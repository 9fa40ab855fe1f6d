import type { AnyContractProcedure, ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import { implement, type AnyRouter, type Procedure, type ProcedureHandlerOptions } from '@orpc/server'
import type { Context } from './context'

type Contracts = Readonly<Record<string, AnyContractProcedure>>

/** A stream's options: a signal for the caller's disconnect and the id of the last event that it received. */
type Call = Pick<ProcedureHandlerOptions<Context, unknown, never, never>, 'signal' | 'lastEventId'>

type Verb<Input, Output> = (ctx: Context, input: Input, call: Call) => Output | Promise<Output>

type Verbs<C extends Contracts> = {
  readonly [Name in keyof C]: C[Name] extends ContractProcedure<infer Input, infer Output, infer _Errors, infer _Meta>
    ? Verb<InferSchemaOutput<Input>, InferSchemaInput<Output>>
    : never
}

type Implemented<C extends Contracts> = {
  [Name in keyof C]: C[Name] extends ContractProcedure<infer Input, infer Output, infer Errors, infer Meta>
    ? Procedure<Context, Context, Input, Output, Errors, Meta>
    : never
}

/**
 * Implements each procedure of a contract by the verb of the same name. A missing or surplus name, or a verb that does not
 * fit the procedure's input and output, is a type error.
 */
export function routerOf<C extends Contracts>(contract: C, verbs: NoInfer<Verbs<C>>): Implemented<C> {
  const procedures = Object.entries<Verb<never, unknown>>(verbs).map(([name, verb]) => {
    const contracted = contract[name]
    if (contracted === undefined) throw new Error(`No procedure in the contract for ${name}`)
    const procedure = implement(contracted)
      .$context<Context>()
      .handler(({ context, input, signal, lastEventId }) => verb(context, input as never, { signal, lastEventId }))
    return [name, procedure]
  })
  const router: AnyRouter = Object.fromEntries(procedures)
  return implement(contract)
    .$context<Context>()
    .router(router as never) as Implemented<C>
}

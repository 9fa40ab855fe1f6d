type Method = (this: never, ...values: never[]) => unknown

const replaced = new WeakSet<Method>()

/** Puts another method in the place of the library's, once in a process; `make` is given the library's own. */
export function replaceMethod<Own extends Method>(prototype: object, name: string, make: (own: Own) => Method): void {
  const own: Own = Reflect.get(prototype, name)
  if (replaced.has(own)) return
  const method = make(own)
  replaced.add(method)
  Object.assign(prototype, { [name]: method })
}

/** Somebody asked for something that cannot be done: the message says what is wrong and what would do. */
export class ControlError extends Error {
  override readonly name = 'ControlError'

  constructor(message: string) {
    super(typeof message === 'string' ? message : 'No message was given.')
  }
}

/** Nothing bears that name: names what there is. */
export function unknownName(name: string, known: Iterable<string>): ControlError {
  return new ControlError(`There is no "${name}". There are: ${[...known].join(', ')}.`)
}

/** Somebody who was looked for by name. @throws ControlError naming those there are, where nobody was found. */
export function foundPerson<P extends { readonly username: string }>(
  found: P | null,
  name: string,
  people: Iterable<P>,
): P {
  if (found !== null) return found
  throw unknownName(
    name,
    [...people].map(({ username }) => username),
  )
}

/** One of the words that a field may be. @throws ControlError naming them. */
export function wordOf<const T extends string>(given: string, content: readonly T[]): T {
  const found = content.find((one) => one === given)
  if (found === undefined) throw new ControlError(`"${given}" must be one of: ${content.join(', ')}.`)
  return found
}

interface Kinds {
  readonly text: string
  readonly texts: readonly string[]
  readonly number: number
  readonly boolean: boolean
}

/** What a field holds; with a question mark it may be left out. */
export type FieldKind = keyof Kinds | `${keyof Kinds}?`

/** The fields an operation takes. */
export type Fields = Readonly<Record<string, FieldKind>>

type Required<F extends Fields> = {
  readonly [K in keyof F as F[K] extends keyof Kinds ? K : never]: F[K] extends keyof Kinds
    ? Kinds[F[K]]
    : never
}
type Optional<F extends Fields> = {
  readonly [K in keyof F as F[K] extends keyof Kinds ? never : K]?:
    | (F[K] extends `${infer N extends keyof Kinds}?` ? Kinds[N] : never)
    | undefined
}

/** Fields as values. */
export type InputOf<F extends Fields> = Required<F> & Optional<F>

/** Something that can be made to happen at an emulated network, from a test or from a page. */
export interface Operation<F extends Fields = Fields, R = unknown> {
  /** One sentence for the person who looks at the list. */
  readonly does: string
  readonly takes: F
  /** True when it changes nothing; such an operation may be asked for with GET. */
  readonly reads: boolean
  run(input: InputOf<F>): R
}

/** Any operation: it is only run with fields that its own `takes` has read. */
export interface AnyOperation {
  readonly does: string
  readonly takes: Fields
  readonly reads: boolean
  run(input: never): unknown
}

/** Operations by name. */
export type Operations = Readonly<Record<string, AnyOperation>>

/** What a test calls: the operations as plain functions. */
export type ControlOf<O> = {
  readonly [K in keyof O]: O[K] extends Operation<infer F, infer R>
    ? keyof Required<F> extends never
      ? (input?: InputOf<F>) => R
      : (input: InputOf<F>) => R
    : never
}

/** Makes an operation, its field types taken from `takes`. */
export function operation<const F extends Fields, R>(parts: {
  readonly does: string
  readonly takes: F
  readonly reads?: boolean | undefined
  readonly run: (input: InputOf<F>) => R
}): Operation<F, R> {
  if (typeof parts?.run !== 'function' || typeof parts.takes !== 'object')
    throw new ControlError('An operation is made of { does, takes, run }.')
  return { ...parts, reads: parts.reads ?? false }
}

function fits(kind: string, value: unknown): boolean {
  if (kind === 'texts') return Array.isArray(value) && value.every((one) => typeof one === 'string')
  return typeof value === (kind === 'text' ? 'string' : kind)
}

/** Reads an operation's fields from what came in. @throws ControlError naming the first field that is wrong. */
export function readInput<F extends Fields>(takes: F, input: unknown): InputOf<F> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new ControlError('Send an object with fields.')
  const given = new Map<string, unknown>(Object.entries(input))
  for (const name of given.keys())
    if (!Object.hasOwn(takes, name))
      throw new ControlError(
        `There is no field "${name}". It takes: ${Object.keys(takes).join(', ') || 'none'}.`,
      )
  const read: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(takes)) {
    const value = given.get(name)
    if (value === undefined || value === null) {
      if (!kind.endsWith('?')) throw new ControlError(`The field "${name}" is missing; it is a ${kind}.`)
    } else if (!fits(kind.replace('?', ''), value))
      throw new ControlError(`The field "${name}" must be a ${kind.replace('?', '')}.`)
    else read[name] = value
  }
  return read as InputOf<F> // every field was just checked against its kind
}

/** Reads the fields and runs the operation. @throws ControlError when a field is wrong. */
export function runOperation(one: AnyOperation, input: unknown): unknown {
  return one.run(readInput(one.takes, input) as never) // `never` stands for the type that `takes` describes
}

/** The operations as functions that check what they are given. */
export function toControl<O extends Operations>(operations: O): ControlOf<O> {
  const control = Object.fromEntries(
    Object.entries(operations).map(([name, one]) => [
      name,
      (input: unknown = {}) => runOperation(one, input),
    ]),
  )
  return control as ControlOf<O> // one function per operation, each reading its own fields
}

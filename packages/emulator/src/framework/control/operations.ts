/** Error of a control operation. The message contains the reason and the accepted values. */
export class ControlError extends Error {
  override readonly name = 'ControlError'

  constructor(message: string) {
    super(typeof message === 'string' ? message : 'No message was given.')
  }
}

/** Error for an unknown name. Lists the known names. */
export function unknownName(name: string, known: Iterable<string>): ControlError {
  return new ControlError(`There is no "${name}". There are: ${[...known].join(', ')}.`)
}

/** Finds a person by name. @throws ControlError with the known names if there is no such person. */
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

/** Checks that a field has one of the given values. @throws ControlError with the accepted values. */
export function choiceOf<const T extends string>(given: string, content: readonly T[]): T {
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

/** Type of a field. A question mark makes it optional. */
export type FieldKind = keyof Kinds | `${keyof Kinds}?`

/** Fields of an operation. */
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

/** Values of the fields. */
export type InputOf<F extends Fields> = Required<F> & Optional<F>

/** An operation that a test or a page can run on an emulated network. */
export interface Operation<F extends Fields = Fields, R = unknown> {
  /** One-sentence description for the list of operations. */
  readonly does: string
  readonly takes: F
  /** True if the operation changes nothing. GET is allowed for it. */
  readonly reads: boolean
  run(input: InputOf<F>): R
}

/** Any operation. It runs only with fields that its own `takes` has read. */
export interface AnyOperation {
  readonly does: string
  readonly takes: Fields
  readonly reads: boolean
  run(input: never): unknown
}

/** Operations by name. */
export type Operations = Readonly<Record<string, AnyOperation>>

/** The operations as plain functions, for tests. */
export type ControlOf<O> = {
  readonly [K in keyof O]: O[K] extends Operation<infer F, infer R>
    ? keyof Required<F> extends never
      ? (input?: InputOf<F>) => R
      : (input: InputOf<F>) => R
    : never
}

/** Defines an operation. Its field types are taken from `takes`. */
export function operation<const F extends Fields, R>(parts: {
  readonly does: string
  readonly takes: F
  readonly reads?: boolean | undefined
  readonly run: (input: InputOf<F>) => R
}): Operation<F, R> {
  if (typeof parts?.run !== 'function' || typeof parts.takes !== 'object')
    throw new ControlError('An operation consists of { does, takes, run }.')
  return { ...parts, reads: parts.reads ?? false }
}

function fits(kind: string, value: unknown): boolean {
  if (kind === 'texts') return Array.isArray(value) && value.every((one) => typeof one === 'string')
  return typeof value === (kind === 'text' ? 'string' : kind)
}

/** Reads the fields of an operation from unknown input. @throws ControlError for the first invalid field. */
export function readInput<F extends Fields>(takes: F, input: unknown): InputOf<F> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new ControlError('The input must be an object with fields.')
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
  return read as InputOf<F> // every field was checked against its type above
}

/** Reads the fields and runs the operation. @throws ControlError for an invalid field. */
export function runOperation(one: AnyOperation, input: unknown): unknown {
  return one.run(readInput(one.takes, input) as never) // `never` replaces the type that `takes` describes
}

/** The operations as functions that check their input. */
export function toControl<O extends Operations>(operations: O): ControlOf<O> {
  const control = Object.fromEntries(
    Object.entries(operations).map(([name, one]) => [
      name,
      (input: unknown = {}) => runOperation(one, input),
    ]),
  )
  return control as ControlOf<O> // one function for each operation, with its own fields
}

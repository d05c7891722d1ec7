/**
 * Error of a control operation. The message contains the reason and, where possible, the accepted
 * values.
 */
export class ControlError extends Error {
  override readonly name = 'ControlError'

  constructor(message: string) {
    super(typeof message === 'string' ? message : 'No message was given.')
  }
}

/** Creates the error for an unknown name. The message lists the known names. */
export function unknownName(name: string, known: Iterable<string>): ControlError {
  return new ControlError(`There is no "${name}". There are: ${[...known].join(', ')}.`)
}

/**
 * Finds a person by name.
 *
 * @throws ControlError with the known names if the person is unknown.
 */
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

/**
 * Checks that a field has one of the accepted values.
 *
 * @throws ControlError with the accepted values.
 */
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

/** Type of an operation's field. A question mark at the end makes the field optional. */
export type FieldKind = keyof Kinds | `${keyof Kinds}?`

/** Fields of an operation, by name. */
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

/** Values of an operation's fields. */
export type InputOf<F extends Fields> = Required<F> & Optional<F>

/** Operation that a test or the control page can run on an emulated network. */
export interface Operation<F extends Fields = Fields, R = unknown> {
  /** One-sentence description for the list of operations. */
  readonly does: string
  readonly takes: F
  /**
   * True if the operation changes nothing. The control route of this operation also accepts GET.
   */
  readonly reads: boolean
  run(input: InputOf<F>): R
}

/**
 * Operation of any type. `run` accepts only fields that were read with the `takes` of the same
 * operation.
 */
export interface AnyOperation {
  readonly does: string
  readonly takes: Fields
  readonly reads: boolean
  run(input: never): unknown
}

/** Operations by name. */
export type Operations = Readonly<Record<string, AnyOperation>>

/** Operations as plain functions for tests. Each function takes the operation's fields. */
export type ControlOf<O> = {
  readonly [K in keyof O]: O[K] extends Operation<infer F, infer R>
    ? keyof Required<F> extends never
      ? (input?: InputOf<F>) => R
      : (input: InputOf<F>) => R
    : never
}

/** Defines an operation. The types of the fields are inferred from `takes`. */
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

/**
 * Reads the fields of an operation from unknown input.
 *
 * @throws ControlError for the first invalid field.
 */
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
  return read as InputOf<F> // safe cast: the loop above checked each field against its type
}

/**
 * Reads the fields of an operation and runs it.
 *
 * @throws ControlError for an invalid field.
 */
export function runOperation(one: AnyOperation, input: unknown): unknown {
  return one.run(readInput(one.takes, input) as never) // safe cast: `readInput` checked the fields against `takes` of the same operation
}

/** Converts operations to functions that check their input. */
export function toControl<O extends Operations>(operations: O): ControlOf<O> {
  const control = Object.fromEntries(
    Object.entries(operations).map(([name, one]) => [
      name,
      (input: unknown = {}) => runOperation(one, input),
    ]),
  )
  return control as ControlOf<O> // safe cast: the loop adds one function for each operation
}

import { readSmallBody } from '../../framework/bodies/body.js'
import { invalid } from './problems.js'

/** Fields of a JSON body. */
export type Input = Readonly<Record<string, unknown>>

/** Returns true if a value is valid. */
export type Check = (value: unknown) => boolean

/** True for an object. */
export function isInput(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a JSON object. Any other body is refused. */
export async function readJson(request: Request, limit = 1_048_576): Promise<Input> {
  let value: unknown = null
  try {
    value = JSON.parse(new TextDecoder().decode(await readSmallBody(request, limit)))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
  }
  const isJson = /^application\/json\b/i.test(request.headers.get('content-type') ?? '')
  if (!isJson || !isInput(value))
    throw invalid('Requests with bodies must have content-type of application/json and be a JSON object.')
  return value
}

/** Returns true for a string. */
export const isText: Check = (value) => typeof value === 'string'
/** Returns true for a boolean. */
export const isBoolean: Check = (value) => typeof value === 'boolean'
/** Returns true for an id of 1 to 19 digits. */
export const isId: Check = (value) => typeof value === 'string' && /^[0-9]{1,19}$/.test(value)
/** Creates a check that a value is in a list. */
export const isOneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value)
/** Creates a check for an integer within a range. */
export const isWhole =
  (min: number, max: number): Check =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
/** Creates a check for a list without duplicates whose length is within a range. */
export const isList =
  (check: Check, min: number, max: number): Check =>
  (value) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every(check)

/**
 * Returns the path of the first unknown or invalid field of a body. Returns null if all fields are
 * valid.
 */
function problemOf(input: Input, fields: Readonly<Record<string, Check>>, at = '$'): string | null {
  for (const [name, value] of Object.entries(input)) {
    const check = Object.hasOwn(fields, name) ? fields[name] : undefined
    const shown = `${at}.${name.slice(0, 100)}`
    if (check === undefined)
      return `${shown}: is not defined in the schema and the schema does not allow additional properties`
    if (!check(value)) return `${shown}: does not match the schema`
  }
  return null
}

/** Creates a check for an object that has no fields except the listed fields. */
export const isObject =
  (fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value) =>
    isInput(value) && problemOf(value, fields) === null && required.every((name) => value[name] !== undefined)

/** Refuses a body with an unknown, invalid or missing field. */
export function checkBody(
  input: Input,
  fields: Readonly<Record<string, Check>>,
  required: readonly string[] = [],
): void {
  const problem = problemOf(input, fields)
  if (problem !== null) throw invalid(problem)
  for (const name of required)
    if (input[name] === undefined) throw invalid(`$.${name}: is missing but it is required`)
}

/** Returns a string, or null for any other value. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Returns the items of a list as strings. Returns an empty list for any other value. */
export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
